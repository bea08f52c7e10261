import AsyncHTTPClient
import Crypto
import NIOCore
import PusherProtocol
import Testing

@testable import ChannelServer

/// Messages to browsers whose pages are closed, by the examples of the standards.
@Suite(.timeLimit(.minutes(5))) struct WebPushTests {
    private static let endpoint = "https://fcm.googleapis.com/fcm/send/abc"
    /// RFC 8291, section 5.
    private static let (userAgentKey, secret) = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg"
    )

    static func subscription(
        endpoint: String = endpoint,
        key: String = userAgentKey,
        secret: String = secret
    ) throws -> PushSubscription {
        try PushSubscription(endpoint: endpoint, key: key, secret: secret)
    }

    @Test func `the example of RFC 8291 comes out octet for octet`() throws {
        let serverKey = try #require(Base64URL.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = try PushEncryption.body(
            of: Array("When I grow up, I want to be a watermelon".utf8),
            to: Self.subscription(),
            serverKey: P256.KeyAgreement.PrivateKey(rawRepresentation: serverKey),
            salt: try #require(Base64URL.decode("DGv6ra1nlYgDCS1FRnbzlw"))
        )
        #expect(
            Base64URL.encode(body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
                + "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test func `the longest message fits into a record, and a longer one is refused`() throws {
        let key = P256.KeyAgreement.PrivateKey()
        let (salt, most) = ([UInt8](repeating: 7, count: 16), PushEncryption.longestMessage)
        let message = [UInt8](repeating: 1, count: most)
        let longest = try PushEncryption.body(of: message, to: Self.subscription(), serverKey: key, salt: salt)
        #expect(longest.count == 4_096)
        #expect(throws: WebPushError.messageTooLong(most + 1)) {
            try PushEncryption.body(of: message + [1], to: Self.subscription(), serverKey: key, salt: salt)
        }
    }

    @Test func `a server says who it is as in the example of RFC 8292`() throws {
        let key = PushServerKey()
        #expect(try PushServerKey(bytes: key.bytes).publicKey == key.publicKey)
        #expect(throws: WebPushError.invalidKey) { try PushServerKey(bytes: [1, 2, 3]) }
        let word = try key.authorization(
            for: "https://push.example.net",
            contact: "mailto:push@example.com",
            nowSeconds: 1_453_523_768 - 12 * 3_600
        )
        let signed =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6"
            + "Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        #expect(word.hasPrefix("vapid t=" + signed + "."))
        #expect(word.hasSuffix(", k=" + key.publicKey))
        let token = word.dropFirst("vapid t=".count).prefix { $0 != "," }
        let signature = try #require(token.split(separator: ".").last.flatMap { Base64URL.decode(String($0)) })
        let publicKey = try P256.Signing.PublicKey(
            x963Representation: try #require(Base64URL.decode(key.publicKey))
        )
        let read = try P256.Signing.ECDSASignature(rawRepresentation: signature)
        #expect(publicKey.isValidSignature(read, for: Array(signed.utf8)))
    }

    @Test(
        arguments: [
            "http://fcm.googleapis.com/a", "https://127.0.0.1/a", "https://fcm.googleapis.com:8443/a",
            "https://fcm.googleapis.com@10.0.0.1/a", "https://fcm.googleapis.com.example.org/a",
            "https://evilpush.apple.com.example.org/", "https://xfcm.googleapis.com/a", "https://fcm.googleapis.com",
            "https://fcm.googleapis.com/a b", "https://FCM.googleapis.com/a",
            "https://fcm.googleapis.com/" + String(repeating: "a", count: 3_000),
        ]
    )
    func `an address that is no push service's is refused`(_ endpoint: String) {
        #expect(throws: WebPushError.invalidSubscription("endpoint")) { try Self.subscription(endpoint: endpoint) }
    }

    @Test func `the hosts of a push service are known, and keys must be keys`() throws {
        for host in ["db5p.notify.windows.com", "updates.push.services.mozilla.com", "web.push.apple.com"] {
            #expect(try Self.subscription(endpoint: "https://\(host)/w").origin == "https://\(host)")
        }
        // A point that is not on the curve, and texts that are none.
        for key in ["B" + String(repeating: "A", count: 86), "", "?", Self.secret] {
            #expect(throws: WebPushError.invalidSubscription("p256dh")) { try Self.subscription(key: key) }
        }
        for secret in ["", "BTBZMqHH6r4Tts7J_aSI", "++++"] {
            #expect(throws: WebPushError.invalidSubscription("auth")) { try Self.subscription(secret: secret) }
        }
    }

    @Test func `a request has what RFC 8030 asks for, and each answer has its meaning`() async throws {
        let sender = WebPushSender(key: PushServerKey(), contact: "mailto:a@example.org")
        let request = try sender.request(
            Array("hello".utf8),
            to: Self.subscription(),
            lifetime: 60,
            urgency: .high,
            topic: "door"
        )
        #expect(request.url == Self.endpoint && request.method == .POST)
        for (name, value) in [
            ("TTL", "60"), ("Urgency", "high"), ("Topic", "door"), ("Content-Encoding", "aes128gcm"),
        ] { #expect(request.headers[name] == [value]) }
        #expect(request.headers.first(name: "Authorization")?.hasPrefix("vapid t=") == true)
        try await TestServer.run { server async throws -> Void in
            // No push service: what is not there is answered with 404, what is not signed with 401.
            for (path, outcome) in [
                ("nowhere", WebPushSender.Outcome.gone), ("apps/3/channels", .refused(status: 401, retryAfter: nil)),
                ("health", .accepted),
            ] {
                var local = request
                local.url = "http://127.0.0.1:\(server.port)/" + path
                local.method = .GET
                local.body = nil
                #expect(await sender.outcome(of: local) == outcome, "\(path)")
            }
            var closed = request
            closed.url = "http://127.0.0.1:\(ClusterTests.freePort())/"
            #expect(await sender.outcome(of: closed) == .unreachable)
        }
    }
}
