import Testing

@testable import PusherProtocol

/// The vectors are recomputed from the protocol's published key and secret with an independent HMAC.
@Suite struct SignatureTests {
    let credentials = Fixture.credentials

    @Test(
        arguments: [
            ("private-foobar", nil, "58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"),
            (
                "presence-foobar", #"{"user_id":10,"user_info":{"name":"Mr. Pusher"}}"#,
                "afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c"
            ),
            (
                "presence-foobar", #"{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#,
                "31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80"
            ),
        ] as [(String, String?, String)]
    )
    func `channels are signed as published`(channel: String, channelData: String?, signature: String) {
        let auth = credentials.authorization(socketID: Fixture.socket, channel: channel, channelData: channelData)
        #expect(auth == "\(credentials.key):\(signature)")
        #expect(credentials.authorizes(auth, socketID: Fixture.socket, channel: channel, channelData: channelData))
    }

    @Test func `a sign-in is signed as published`() {
        let auth = credentials.authorization(socketID: Fixture.socket, userData: #"{"id":"12345"}"#)
        #expect(auth == "\(credentials.key):4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba")
        #expect(credentials.authorizes(auth, socketID: Fixture.socket, userData: #"{"id":"12345"}"#))
        #expect(!credentials.authorizes(auth, socketID: Fixture.socket, userData: #"{"id":"12346"}"#))
    }

    @Test func `a webhook is signed as published`() {
        let event = WebhookEvent(.channelOccupied, channel: "my-channel")
        let body = WebhookEvent.body(timeMilliseconds: 1_327_078_148_132, events: [event])
        let text = #"{"time_ms":1327078148132,"events":[{"name":"channel_occupied","channel":"my-channel"}]}"#
        #expect(String(decoding: body, as: UTF8.self) == text)
        #expect(credentials.signature(of: body) == "c19001ae3963ccb13bf618e5b16ba9848e7e74df0993aa0689168e341c6833cf")
    }

    let body = Array(#"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#.utf8)

    func request(_ change: (inout [(name: String, value: String)]) -> Void = { _ in }) -> SignedRequest {
        var query = SignedRequest.signed(
            method: "POST",
            path: "/apps/3/events",
            body: body,
            credentials: credentials,
            nowSeconds: 1_353_088_179
        )
        change(&query)
        return SignedRequest(method: "POST", path: "/apps/3/events", parameters: query)
    }

    func status(_ request: SignedRequest, now: Int64 = 1_353_088_179, body: [UInt8]? = nil) -> Int? {
        do {
            try request.verify(credentials, body: body ?? self.body, nowSeconds: now)
            return nil
        } catch {
            guard case .refusedRequest(let status, _) = error else { return 0 }
            return status
        }
    }

    @Test func `a request is signed as published`() {
        #expect(request()["body_md5"] == "ec365a775a4cd0599faeb73354201b6f")
        let signature = "da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c"
        #expect(request()["auth_signature"] == signature)
        #expect(status(request()) == nil)
    }

    @Test func `a request outside its time is refused`() {
        #expect(status(request(), now: 1_353_088_179 + 600) == nil)
        #expect(status(request(), now: 1_353_088_179 + 601) == 401)
        #expect(status(request(), now: 1_353_088_179 - 601) == 401)
    }

    @Test(arguments: ["auth_key", "auth_timestamp", "auth_version", "body_md5", "auth_signature"])
    func `a request that lacks or forges a part is refused`(name: String) {
        #expect(status(request { $0.removeAll { $0.name == name } }) == 401)
        #expect(status(request { query in query = query.map { $0.name == name ? (name, "0" + $0.value) : $0 } }) == 401)
    }

    @Test func `a request with another body, path or parameter is refused`() {
        #expect(status(request(), body: body + [0x20]) == 401)
        #expect(status(request { $0.append(("info", "user_count")) }) == 401)
        let moved = SignedRequest(method: "POST", path: "/apps/4/events", parameters: request().parameters)
        #expect(status(moved) == 401)
        let huge = request { query in
            query = query.map { $0.name == "auth_timestamp" ? ($0.name, "-9223372036854775808") : $0 }
        }
        #expect(status(huge) == 401)
    }

    @Test func `parameters are lower-cased and sorted before signing`() {
        let query = SignedRequest.signed(
            method: "GET",
            path: "/p",
            parameters: [("Info", "a,b"), ("filter_by_prefix", "presence-")],
            credentials: credentials,
            nowSeconds: 1
        )
        let request = SignedRequest(method: "GET", path: "/p", parameters: query)
        #expect(
            request.textToSign
                == "GET\n/p\nauth_key=\(credentials.key)&auth_timestamp=1&auth_version=1.0"
                + "&filter_by_prefix=presence-&info=a,b"
        )
        #expect(status(request, now: 1, body: []) == nil)
    }

    @Test func `forged channel signatures are refused`() {
        let right = credentials.authorization(socketID: Fixture.socket, channel: "private-foobar")
        for wrong in [
            "", ":", "x", credentials.key, credentials.key + ":", right + "0", String(right.dropLast()), "x" + right,
            right.uppercased(), String(right.dropLast()) + "5",
        ] {
            #expect(!credentials.authorizes(wrong, socketID: Fixture.socket, channel: "private-foobar"))
        }
    }
}
