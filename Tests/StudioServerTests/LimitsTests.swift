import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import StudioServer

/// The limits of one address or member, and what the owner's page shows of them.
@Suite struct LimitsTests {
    /// A request that a proxy on this machine passes on from an address.
    private func send(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        from address: String?,
        _ fields: HTTPFields = [:],
        body: String? = nil
    ) async throws -> TestResponse {
        var headers = fields
        if let address { headers[try #require(HTTPField.Name("X-Forwarded-For"))] = address }
        if body != nil { headers[.contentType] = "application/json" }
        return try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        )
    }

    /// How many of so many requests are refused with 429.
    private func refused(
        _ client: any TestClientProtocol,
        _ count: Int,
        _ path: String,
        from address: String?,
        _ fields: HTTPFields = [:]
    ) async throws -> Int {
        var refused = 0
        for _ in 0..<count {
            let response = try await send(client, .get, path, from: address, fields)
            guard response.status == .tooManyRequests else { continue }
            refused += 1
            #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 >= 1)
            #expect(String(buffer: response.body).contains("too_many_requests"))
        }
        return refused
    }

    private func owner(_ studio: Studio) -> HTTPFields { [.authorization: "Bearer \(studio.core.owner.token)"] }

    @Test func `An address that floods the API is refused; others, the owner and this machine are not`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.requests = Rate(perSecond: 0.01, burst: 20)
        configuration.limits.files = Rate(perSecond: 0.01, burst: 60)
        try await fixture.run(with: configuration, .live) { client, studio in
            let flood = "203.0.113.7"
            #expect(try await refused(client, 30, "/api/recordings", from: flood) == 10)
            #expect(try await refused(client, 5, "/api/recordings", from: "203.0.113.8") == 0)
            #expect(try await refused(client, 30, "/api/recordings", from: nil) == 0)
            #expect(try await refused(client, 5, "/api/recordings", from: flood, owner(studio)) == 0)
            // Its pages are another allowance.
            #expect(try await refused(client, 70, "/", from: flood) == 10)
            let metrics = try await send(client, .get, "/metrics", from: nil)
            let line = #"sightline_studio_refused_total{kind="too_many_requests"} 20"#
            #expect(String(buffer: metrics.body).contains(line))
        }
    }

    @Test func `The usual limits let many newcomers behind one address load every page`() async throws {
        try await StudioFixture().run(.live) { client, _ in
            // A page has up to 80 files and calls up to 10 addresses of the API; thirty people come at once.
            let pages = try await refused(client, 30 * 80, "/", from: "203.0.113.9")
            let answers = try await refused(client, 30 * 10, "/api/recordings", from: "203.0.113.9")
            #expect(pages == 0 && answers == 0)
        }
    }

    @Test func `Tokens cannot be guessed one after the other, and joins cannot be repeated for ever`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.wrongTokens = Rate(perSecond: 0.01, burst: 5)
        configuration.limits.joins = Rate(perSecond: 0.01, burst: 5)
        try await fixture.run(with: configuration, .live) { client, studio in
            let address = "198.51.100.1"
            var answers: [Int] = []
            for number in 0..<8 {
                let body = #"{"token":"guess-\#(number)"}"#
                answers.append(
                    try await send(client, .post, "/api/owner/session", from: address, body: body).status.code
                )
            }
            #expect(answers == [401, 401, 401, 401, 401, 429, 429, 429])
            // The owner is not kept out by who guesses from the same network.
            let right = #"{"token":"\#(studio.core.owner.token)"}"#
            #expect(try await send(client, .post, "/api/owner/session", from: address, body: right).status == .ok)
            answers = []
            for number in 0..<8 {
                let body = #"{"role":"expert","name":"X\#(number)"}"#
                let path = "/api/assist/rooms/pump-room/join"
                answers.append(try await send(client, .post, path, from: address, body: body).status.code)
            }
            #expect(answers == [200, 200, 200, 200, 200, 429, 429, 429])
        }
    }

    @Test func `A member gets no endless row of TURN credentials`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.renewals = Rate(perSecond: 0.01, burst: 3)
        try await fixture.run(with: configuration, .router) { client, _ in
            let body = #"{"role":"site","name":"Sam"}"#
            let joined = try await send(client, .post, "/api/assist/rooms/pump-room/join", from: nil, body: body)
            let pass = try JSONDecoder().decode(JoinAnswer.self, from: Data(buffer: joined.body)).pass
            let fields: HTTPFields = [try #require(HTTPField.Name("X-Assist-Pass")): pass]
            var answers: [Int] = []
            for _ in 0..<5 {
                let path = "/api/assist/rooms/pump-room/pass"
                answers.append(try await send(client, .post, path, from: nil, fields, body: "{}").status.code)
            }
            #expect(answers == [200, 200, 200, 429, 429])
        }
    }

    @Test func `A body comes in no faster than its address may send`() async throws {
        let fixture = try StudioFixture()
        var configuration = fixture.configuration
        configuration.limits.bodyBytes = Rate(perSecond: 20_000, burst: 10_000)
        try await fixture.run(with: configuration, .live) { client, _ in
            func seconds(from address: String?) async throws -> Double {
                let start = ContinuousClock.now
                // Too long for a join, so that it is read up to that limit and refused.
                for _ in 0..<3 {
                    let body = #"{"role":"expert","name":"\#(String(repeating: "x", count: 7_900))"}"#
                    _ = try await send(client, .post, "/api/assist/rooms/pump-room/join", from: address, body: body)
                }
                return (ContinuousClock.now - start) / .seconds(1)
            }
            let (limited, free) = (try await seconds(from: "198.51.100.2"), try await seconds(from: nil))
            #expect(limited > 0.2 && free < limited)
        }
    }

    @Test func `A bucket gives its burst, then its rate, and pays debts back`() {
        var bucket = TokenBucket(Rate(perSecond: 2, burst: 4), at: 0)
        #expect((0..<4).allSatisfy { _ in bucket.take(at: 0) == 0 })
        #expect(bucket.take(at: 0) == 0.5)
        #expect(bucket.take(at: 0.5) == 0)
        #expect(bucket.take(at: 0.25) > 0, "a clock that goes back gives nothing")
        #expect(bucket.take(100, at: 60) == 0)
        #expect(abs(bucket.take(at: 60) - 48.5) < 1e-9)
        #expect(bucket.take(at: 109) == 0)
    }

    @Test func `A stranger with very many addresses takes no memory, and nobody else's allowance`() {
        let time = NIOLockedValueBox(0.0)
        let allowances = Allowances(Rate(perSecond: 1, burst: 2), most: 100) { time.withLockedValue { $0 } }
        for number in 0..<100 { #expect(allowances.take(for: "early-\(number)") == 0) }
        let taken = (0..<1_000).count { allowances.take(for: "late-\($0)") == 0 }
        #expect(taken == 2, "those that are not remembered share one allowance")
        #expect(allowances.count == 100)
        #expect(allowances.take(for: "early-7") == 0)
        // Later the early ones have all of their allowance again and are forgotten.
        time.withLockedValue { $0 = 10 }
        #expect(allowances.take(for: "late-1") == 0)
        #expect(allowances.count == 1)
    }

    @Test(
        "One machine has as many addresses of version 6 as it likes; its network counts as one",
        arguments: [
            (nil, nil), ("127.0.0.1", nil), ("::1", nil), ("10.0.0.7", "10.0.0.7"), ("fe80::1%eth0", "fe80::1"),
            ("2001:db8:1:2::9", "20010db800010002/64"), ("2001:db8:1:2:ffff::1", "20010db800010002/64"),
            ("::ffff:203.0.113.7", "203.0.113.7"), ("::ffff:127.0.0.1", nil),
            ("gibberish", "unknown"), ("", "unknown"),
        ] as [(String?, String?)]
    )
    func keys(address: String?, key: String?) { #expect(StudioProtection.key(of: address) == key) }

    @Test func `The log of refusals counts what is repeated and stays small`() {
        let log = RefusalLog()
        for number in 0..<1_000 { log.note("owner_only", from: "10.0.\(number / 250).\(number % 250)") }
        for _ in 0..<50 { log.note("wrong_token", from: "10.0.0.9") }
        #expect(log.entries.count == RefusalLog.most)
        #expect(log.entries.first?.kind == "wrong_token" && log.entries.first?.count == 50)
        #expect(log.prometheus.contains(#"{kind="owner_only"} 1000"#))
    }

    @Test func `The owner sees who is connected, what was refused, and what the disk holds; nobody else does`()
        async throws
    {
        let fixture = try StudioFixture()
        let capture = fixture.configuration.captures.appending(path: "hall")
        try FileManager.default.createDirectory(at: capture, withIntermediateDirectories: true)
        try Data(count: 1_000).write(to: capture.appending(path: "data.jsonl"))
        try await fixture.run(with: nil, .live) { client, studio in
            _ = try await send(client, .get, "/api/assist/rooms", from: "198.51.100.4")
            _ = try await send(client, .post, "/api/owner/session", from: "198.51.100.4", body: #"{"token":"guess"}"#)
            _ = try await send(client, .get, "/recordings/a%00b", from: nil)
            let waiting = #"{"name":"vault","access":"open","hasWaitingRoom":true}"#
            _ = try await send(client, .post, "/api/assist/rooms", from: nil, owner(studio), body: waiting)
            let join = #"{"role":"expert","name":"Eve"}"#
            _ = try await send(client, .post, "/api/assist/rooms/vault/join", from: "198.51.100.4", body: join)

            let stranger = try await send(client, .get, "/api/owner/safety", from: "198.51.100.4")
            #expect(stranger.status == .unauthorized)
            let response = try await send(client, .get, "/api/owner/safety", from: nil, owner(studio))
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let answer = try decoder.decode(SafetyAnswer.self, from: Data(buffer: response.body))
            let refused = answer.refusals.map { "\($0.kind) \($0.address ?? "here") \($0.count)" }
            #expect(refused == ["owner_only 198.51.100.4 2", "path here 1", "wrong_token 198.51.100.4 1"])
            #expect(answer.rooms.map(\.name) == ["vault"] && answer.rooms.first?.waiting == 1)
            #expect(answer.opensRooms && !answer.isEncrypted && answer.clients == 0)
            #expect(answer.openRecordings == 2)
            #expect(answer.storage.captureBytes == 1_000)
            #expect(answer.storage.records.usedBytes == 0 && answer.storage.records.limitBytes == RecordQuota().total)
        }
    }
}
