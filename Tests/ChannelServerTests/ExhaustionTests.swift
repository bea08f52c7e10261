import Glibc
import PusherProtocol
import Testing

@testable import ChannelServer

/// Attempts to exhaust the server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ExhaustionTests {
    /// Runs blocking work off the cooperative threads.
    private func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.start { continuation.resume(returning: work()) }
        }
    }

    @Test func `a body that comes a byte now and then is cut off, and one that comes in time is read`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.bodyWindow = .seconds(2)
        configuration.slowestBody = 50
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let port = server.port
            let head = "POST /apps/3/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
            let seconds = await blocking { () -> Double? in
                guard let socket = RawSocket(port: port, timeout: 1) else { return nil }
                socket.send(head)
                let start = ContinuousClock.now
                for _ in 0..<30 {
                    socket.send("x")
                    if socket.receive() == nil, socket.isEnded {
                        return (ContinuousClock.now - start) / .seconds(1)
                    }
                }
                return nil
            }
            #expect(try #require(seconds) < 30)
            let answer = await blocking { () -> String in
                guard let socket = RawSocket(port: port) else { return "" }
                socket.send(head)
                for _ in 0..<10 {
                    socket.send(String(repeating: "x", count: 100))
                    usleep(250_000)
                }
                return socket.line()
            }
            #expect(answer.hasPrefix("HTTP/1.1 401"))
        }
    }

    @Test func `a connection whose answer is not read is closed, and one that is read is not`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.readerWindow = .milliseconds(500)
        configuration.limitsLoopback = true
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let port = server.port
            let request = "GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            // Both from addresses of their own, by which the server counts them.
            let deaf = await blocking { () -> RawSocket? in
                let socket = RawSocket(port: port, from: "127.0.0.2")
                socket?.send(request)
                return socket
            }
            let count = await blocking { () -> Int in
                guard let socket = RawSocket(port: port, from: "127.0.0.3") else { return 0 }
                socket.send(request)
                guard socket.head().hasPrefix("HTTP/1.1 200") else { return 0 }
                var count = 0
                while let more = socket.discard() {
                    count += more
                    // Longer in all than the server waits for one that reads nothing.
                    if count >> 22 != (count - more) >> 22 { usleep(200_000) }
                }
                return count
            }
            #expect(count == TestServer.largeAnswer)
            #expect(await until { server.host?.connectionsByAddress["127.0.0.2"] == nil })
            #expect(await blocking { deaf?.head() }?.hasPrefix("HTTP/1.1 200") == true)
        }
    }

    @Test func `one address has so many connections and no more, and gets them back`() async throws {
        var configuration = ChannelHost.Configuration()
        configuration.connectionsPerAddress = 5
        configuration.limitsLoopback = true
        try await TestServer.run(configuration: configuration) { server async throws -> Void in
            let port = server.port
            let target = HostileTests.target
            let counts = await blocking { () -> [Int] in
                let sockets = (0..<20).compactMap { _ in RawSocket(port: port) }
                let upgraded = RawSocket.upgrade(sockets, target)
                for socket in sockets { socket.vanish() }
                // The server needs a moment to see them go.
                var later = 0
                for _ in 0..<100 where later < 5 {
                    let again = (0..<5).compactMap { _ in RawSocket(port: port) }
                    later = RawSocket.upgrade(again, target).count
                    for socket in again { socket.vanish() }
                    usleep(100_000)
                }
                return [sockets.count, upgraded.count, later]
            }
            #expect(counts == [20, 5, 5])
        }
    }

    @Test func `over the limit of connections accepting pauses, and goes on when one ends`() async throws {
        try await TestServer.run(mostConnections: 3) { server async throws -> Void in
            let port = server.port
            let isAsExpected = await blocking { () -> [Bool] in
                let held = (0..<3).compactMap { _ in RawSocket(port: port) }
                let areHeld = RawSocket.upgrade(held, HostileTests.target).count == 3
                guard let late = RawSocket(port: port, timeout: 1) else { return [] }
                let isLate = late.upgrade(HostileTests.target)
                held[0].vanish()
                return [areHeld, isLate, (0..<20).contains { _ in late.line().hasPrefix("HTTP/1.1 101") }]
            }
            #expect(isAsExpected == [true, false, true])
        }
    }

    @Test func `a server alone that runs out of descriptors serves whom it has, and others afterwards`() async throws {
        let port = ClusterTests.freePort()
        let script = "ulimit -n 64; exec \"$0\" serve --port \(port)"
        let node = try ClusterTests.Running("/bin/bash", ["-c", script, ClusterTests.program], port: port)
        #expect(await until { RawSocket(port: port) != nil })
        let isAsExpected = await blocking { () -> [Bool] in
            let held = (0..<100).compactMap { _ in RawSocket(port: port) }
            let areServed = RawSocket.upgrade(held.prefix(10), HostileTests.target).count == 10
            for socket in held { socket.vanish() }
            let isServedLater = RawSocket(port: port)?.upgrade(HostileTests.target) == true
            return [held.count == 100, areServed, isServedLater]
        }
        #expect(isAsExpected == [true, true, true])
        node.kill()
    }

    @Test func `histories of a thousand channels keep within their bytes, and the newest stay`() throws {
        let application = TestServer.application(history: [HistoryRule(prefix: "private-", events: 200, seconds: 600)])
        var store = EventStore(epoch: "e", mostBytes: 1 << 20)
        let data = JSONText(string: String(repeating: "d", count: 10_000))
        for number in 0..<5_000 {
            let channel = try ChannelName("private-\(number % 1_000)")
            let message = Message(event: "client-a", channel: channel.text, data: data)
            let publication = Publication(application: application, channel: channel, message: message)
            _ = store.keep(publication, key: channel.text, milliseconds: Int64(number))
            #expect(store.bytes <= 1 << 20)
        }
        let kept = (0..<1_000).map { store.live("private-\($0)", milliseconds: 5_000).count }
        #expect((90...105).contains(kept.reduce(0, +)))
        #expect(kept[999] == 1 && kept[0] == 0)
        // Expired events are removed, with their bytes.
        let channel = try ChannelName("private-0")
        let message = Message(event: "client-a", channel: channel.text, data: data)
        let publication = Publication(application: application, channel: channel, message: message)
        let (_, serial) = store.keep(publication, key: channel.text, milliseconds: 2_000_000)
        #expect(serial == 6)
        #expect(store.bytes < 11_000)
    }
}
