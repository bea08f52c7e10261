import ChannelClient
import Glibc
import PusherProtocol
import Testing

@testable import ChannelServer

/// The limits that hold for connections, members and requests.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LimitTests {
    /// Runs blocking work off the cooperative threads.
    private func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.start { continuation.resume(returning: work()) }
        }
    }

    @Test func `more connections than the server may have are told to come later`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.connections = 2
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let port = server.port
            let code = await blocking { () -> Int? in
                let held = (0..<2).compactMap { _ in RawSocket(port: port) }.filter { $0.upgrade(HostileTests.target) }
                for socket in held { _ = socket.receive() }
                guard held.count == 2, let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else {
                    return nil
                }
                return withExtendedLifetime(held) { socket.closeCode() }
            }
            #expect(code == 4100)
        }
    }

    @Test func `a member has so many connections to a channel`() async throws {
        let application = TestServer.application { _, limits in limits.connectionsPerMember = 2 }
        try await TestServer.run(application) { server async throws -> Void in
            for _ in 0..<2 { _ = try await server.client(on: "presence-a", member: "ann") }
            let third = server.member("ann")
            let notices = third.notices
            third.subscribe(to: try ChannelName("presence-a"))
            let refusal = await first(notices) {
                if case .subscriptionFailed = $0 { true } else { false }
            }
            guard case .subscriptionFailed(_, let data)? = refusal else { return #expect(Bool(false), "not refused") }
            #expect(data["status"]?.integer == 4100)
            _ = try await server.client(on: "presence-a", member: "bob")
            #expect(try await server.request("GET", "/metrics").body.contains("joins_refused_total 1\n"))
        }
    }

    @Test func `a client that sends too much is read later and loses nothing`() async throws {
        let application = TestServer.application { _, limits in limits.messagesPerSecond = 10 }
        try await TestServer.run(application) { server async throws -> Void in
            let port = server.port
            let (answers, seconds) = await blocking { () -> (Int, Double) in
                guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return (0, 0) }
                _ = socket.receive()
                let start = ContinuousClock.now
                // What comes in one go is read in one go; what comes next waits until the second is over.
                var answers = 0
                for count in [60, 1] {
                    for _ in 0..<count { socket.say(#"{"event":"pusher:ping","data":{}}"#) }
                    answers += (0..<count).count { _ in socket.receive() != nil }
                }
                return (answers, (ContinuousClock.now - start) / .seconds(1))
            }
            #expect(answers == 61)
            #expect(seconds > 0.9)
            let metrics = try await server.request("GET", "/metrics").body
            #expect(!metrics.contains("reading_pauses_total 0\n"))
        }
    }

    @Test func `more requests per second than an application may make are told when to come again`() async throws {
        let application = TestServer.application { _, limits in limits.requestsPerSecond = 2 }
        try await TestServer.run(application) { server async throws -> Void in
            var statuses: [Int] = []
            for _ in 0..<12 { statuses.append(try await server.request("GET", "/apps/3/channels").status) }
            #expect(statuses.first == 200)
            #expect(statuses.contains(429))
            #expect(Set(statuses) == [200, 429])
            let metrics = try await server.request("GET", "/metrics").body
            #expect(metrics.contains("http_requests_limited_total \(statuses.count { $0 == 429 })\n"))
        }
    }

    @Test func `a request has exactly one Host`() async throws {
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let lines = await blocking { () -> [String] in
                ["", "Host: a\r\nHost: b\r\n"].map { host in
                    guard let socket = RawSocket(port: port) else { return "" }
                    socket.send("POST /apps/3/events HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n")
                    return socket.line()
                }
            }
            #expect(lines.allSatisfy { $0.hasPrefix("HTTP/1.1 400") }, "\(lines)")
            let upgrades = await blocking { () -> [String] in
                ["", "Host: a\r\nHost: b\r\n"].map { host in
                    guard let socket = RawSocket(port: port) else { return "" }
                    socket.send(
                        "GET \(HostileTests.target) HTTP/1.1\r\n" + host
                            + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                    )
                    return socket.line()
                }
            }
            #expect(!upgrades.contains { $0.contains("101") }, "\(upgrades)")
        }
    }
}
