import ChannelClient
import ChannelServer
import NIOCore
import PusherProtocol
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct HostileTests {
    static let target = "/app/\(TestServer.credentials.key)?protocol=7"

    /// Runs blocking work off the cooperative threads.
    func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.start { continuation.resume(returning: work()) }
        }
    }

    func code(
        _ server: TestServer,
        _ target: String = HostileTests.target,
        _ say: @escaping @Sendable (RawSocket) -> Void = { _ in }
    )
        async -> Int?
    {
        let port = server.port
        return await blocking {
            guard let socket = RawSocket(port: port), socket.upgrade(target) else { return nil }
            say(socket)
            return socket.closeCode()
        }
    }

    @Test func `refused connections are told why`() async throws {
        try await TestServer.run(TestServer.application { _, limits in limits.connections = 0 }) {
            server async throws -> Void in
            #expect(await code(server) == 4004)
            #expect(await code(server, "/app/none?protocol=7") == 4001)
            #expect(await code(server, "/other") == 4005)
            #expect(await code(server, "/app/\(TestServer.credentials.key)") == 4008)
            #expect(await code(server, "/app/\(TestServer.credentials.key)?protocol=3") == 4007)
            #expect(await code(server, "/app/\(TestServer.credentials.key)?protocol=x") == 4006)
        }
        try await TestServer.run(TestServer.application { options, _ in options.onlyTLS = true }) {
            server async throws -> Void in
            #expect(await code(server) == 4000)
        }
        try await TestServer.run(TestServer.application { options, _ in options.isEnabled = false }) {
            server async throws -> Void in
            #expect(await code(server) == 4003)
        }
    }

    @Test func `faulty frames are refused with their codes`() async throws {
        try await TestServer.run { server async throws -> Void in
            #expect(await code(server) { $0.send(RawSocket.frame([1, 2], opcode: 2)) } == 1003)
            #expect(await code(server) { $0.send(RawSocket.frame([0x7B, 0x7D], isMasked: false)) } == 1002)
            #expect(await code(server) { $0.send(RawSocket.frame([0x22, 0xFF, 0x22])) } == 1007)
            #expect(await code(server) { $0.send(RawSocket.frame(.init(repeating: 0x20, count: 70_000))) } == 1009)
            #expect(
                await code(server) { $0.send([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) } == 1009
            )
            let half = [UInt8](repeating: 0x20, count: 40_000)
            #expect(
                await code(server) {
                    $0.send(RawSocket.frame(half, isFinal: false))
                    $0.send(RawSocket.frame(half, opcode: 0))
                } == 1009
            )
            #expect(await code(server) { $0.send(RawSocket.frame([0x03, 0xE9], opcode: 8)) } == 1001)
            #expect(await code(server) { $0.send(RawSocket.frame([0x20], opcode: 0)) } == 1002)
            #expect(await code(server) { $0.send(RawSocket.frame([0x20], opcode: 11)) } == 1002)
        }
    }

    @Test func `a close code that may not be sent is a fault, and is not sent back`() async throws {
        try await TestServer.run { server async throws -> Void in
            for code in [0, 999, 1004, 1005, 1006, 1015, 2999, 5000] {
                let payload = [UInt8(code >> 8), UInt8(code & 255)]
                #expect(await self.code(server) { $0.send(RawSocket.frame(payload, opcode: 8)) } == 1002, "\(code)")
            }
            #expect(await code(server) { $0.send(RawSocket.frame([3], opcode: 8)) } == 1002)
            #expect(await code(server) { $0.send(RawSocket.frame([], opcode: 8)) } == 1000)
            #expect(await code(server) { $0.send(RawSocket.frame([0x0B, 0xB8], opcode: 8)) } == 3000)
        }
    }

    @Test func `deep and forged messages are answered and survived`() async throws {
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let words = await blocking { () -> [String] in
                guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return [] }
                _ = socket.receive()
                socket.say(String(repeating: "[", count: 50_000))
                socket.say(#"{"event":"pusher:subscribe","data":{"channel":"private-a","auth":"x:y"}}"#)
                socket.say(#"{"event":"pusher_internal:member_added","channel":"a","data":{}}"#)
                socket.send(RawSocket.frame(Array(#"{"event":"pusher:"#.utf8), isFinal: false))
                socket.send(RawSocket.frame([], opcode: 9))
                socket.send(RawSocket.frame(Array(#"ping","data":{}}"#.utf8), opcode: 0))
                return (0..<5).compactMap { _ in
                    socket.receive().map { "\($0.opcode) " + String(decoding: $0.payload, as: UTF8.self) }
                }
            }
            #expect(words.count == 5)
            #expect(words[0].contains(#""event":"pusher:error""#))
            #expect(words[1].contains(#""status":401"#))
            #expect(words[2].contains(#""event":"pusher:error""#))
            #expect(words[3] == "10 ")
            #expect(words[4] == #"1 {"event":"pusher:pong","data":"{}"}"#)
        }
    }

    @Test func `ten thousand subscriptions by one socket stop at the limit`() async throws {
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let refused = await blocking { () -> Int in
                guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return 0 }
                _ = socket.receive()
                var refused = 0
                for round in 0..<100 {
                    for index in 0..<100 {
                        socket.say(#"{"event":"pusher:subscribe","data":{"channel":"c\#(round * 100 + index)"}}"#)
                    }
                    for _ in 0..<100 {
                        let text = socket.receive().map { String(decoding: $0.payload, as: UTF8.self) } ?? ""
                        if text.contains("subscription_error"), text.contains("4100") { refused += 1 }
                    }
                }
                return refused
            }
            #expect(refused == 9_000)
        }
    }

    @Test func `a client that dribbles its request is not waited for`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.handshakeTimeout = .milliseconds(500)
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let port = server.port
            let isClosed = await blocking { () -> Bool in
                guard let socket = RawSocket(port: port) else { return false }
                socket.send("GET /app/x HTTP/1.1\r\nHost: a\r\nX-")
                return socket.receive() == nil && socket.isEnded
            }
            #expect(isClosed)
            _ = try await server.client(on: "news")
        }
    }

    @Test func `a slow reader is cut and others do not notice`() async throws {
        let application = TestServer.application { _, limits in limits.sendBuffer = 1_000_000 }
        try await TestServer.run(application) { server async throws -> Void in
            let port = server.port
            let slow = await blocking { () -> RawSocket? in
                guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return nil }
                _ = socket.receive()
                socket.say(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#)
                _ = socket.receive()
                return socket
            }
            var healthy: [ChannelClient] = []
            for _ in 0..<3 { healthy.append(try await server.client(on: "news")) }
            let events = healthy.map { $0.events(on: "news") }
            let data = String(repeating: "d", count: 10_000)
            for number in 0..<1500 { #expect(try await server.publish("e\(number)", to: "news", data) == 200) }
            for stream in events {
                var number = 0
                for await event in stream {
                    #expect(event.name == "e\(number)")
                    number += 1
                    if number == 1500 { break }
                }
            }
            let code = await blocking { slow?.closeCode() }
            #expect(code == 4100 || code == nil)
            let metrics = try await server.request("GET", "/metrics").body
            #expect(metrics.contains("\nsightline_channels_slow_readers_total 1\n"))
        }
    }

    @Test func `a client that does not authorise itself in time is cut`() async throws {
        let application = TestServer.application { options, _ in
            options.authorizationSeconds = 1
        }
        try await TestServer.run(application) { server async throws -> Void in #expect(await code(server) == 4009) }
    }
}
