import ChannelClient
import ChannelServer
import Foundation
import NIOConcurrencyHelpers
import PusherProtocol
import TestThreads
import Testing

/// Three server processes and one real Redis.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ClusterTests {
    static let redisServer = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// A process that is killed when it is let go.
    final class Running: @unchecked Sendable {
        let process = Process()
        let port: Int

        init(_ program: String, _ arguments: [String], port: Int) throws {
            self.port = port
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        func kill() {
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
        }

        deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }
    }

    /// The port that was given last.
    private static let lastPort = NIOLockedValueBox(Int.random(in: 20_000..<29_000))

    /// A port that nobody listens on and no other test was given, below those that the system gives to others meanwhile.
    ///
    /// Two servers of different tests at one port would share its connections.
    static func freePort() -> Int {
        while true {
            let port = lastPort.withLockedValue { port in
                port += 1
                return port
            }
            if RawSocket(port: port) == nil { return port }
        }
    }

    static func redis(_ port: Int) throws -> Running {
        let arguments = [
            "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp",
        ]
        return try Running(redisServer ?? "", arguments, port: port)
    }

    /// The program beside the tests that runs a server alone.
    static var program: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ChannelsBench").path
    }

    static func node(redis: Int) throws -> Running {
        let port = freePort()
        let arguments = [
            "serve", "--port", "\(port)", "--redis", "redis://127.0.0.1:\(redis)", "--history", "private-h",
        ]
        return try Running(program, arguments, port: port)
    }

    func answer(_ node: Running, _ path: String, query: [(name: String, value: String)] = []) async -> String {
        await (try? TestServer(port: node.port).request("GET", path, query: query).body) ?? ""
    }

    @Test(.enabled(if: redisServer != nil, "redis-server is not installed"))
    func `a cluster is one server, survives a node, survives Redis, and recovers`() async throws {
        try await OwnThreads.run { try await runCluster() }
    }

    private func runCluster() async throws {
        let redisPort = Self.freePort()
        var redis = try Self.redis(redisPort)
        #expect(await until { RawSocket(port: redisPort) != nil })
        let nodes = try (0..<3).map { _ in try Self.node(redis: redisPort) }
        for node in nodes { #expect(await until { await answer(node, "/ready") == "ready\n" }) }
        let servers = nodes.map { TestServer(port: $0.port) }

        // One server: events, presence and lists are the same everywhere.
        let ann = try await servers[0].client(on: "presence-room", member: "ann")
        let bob = try await servers[1].client(on: "presence-room", member: "bob")
        let cat = try await servers[2].client(on: "presence-room", member: "cat")
        let everywhere = await answer(nodes[1], "/apps/3/channels/presence-room", query: [("info", "user_count")])
        #expect(everywhere == #"{"occupied":true,"user_count":3}"#)
        let events = [ann, bob, cat].map { $0.events(on: "presence-room") }
        #expect(try await servers[2].publish("e", to: "presence-room", "1") == 200)
        for stream in events { #expect(await first(stream)?.data == "1") }
        let others = ann.events(on: "presence-room")
        try await bob.trigger("client-e", on: try ChannelName("presence-room"), data: JSONText(string: "2"))
        #expect(await first(others)?.userID == "bob")

        // Numbered events keep their order from two nodes, and a newcomer at the third is served.
        for number in 0..<10 { _ = try await servers[number % 2].publish("h", to: "private-h", "\(number)") }
        let late = servers[2].client()
        late.subscribe(to: try ChannelName("private-h"))
        try await late.subscribed(to: try ChannelName("private-h"))

        // A node dies: its member leaves, and the remaining members receive this.
        let notices = ann.notices
        nodes[2].kill()
        let left = await first(notices) { $0 == .memberRemoved(channel: "presence-room", userID: "cat") }
        #expect(left != nil)
        let two = await answer(nodes[0], "/apps/3/channels/presence-room", query: [("info", "user_count")])
        #expect(two == #"{"occupied":true,"user_count":2}"#)

        // Redis dies: clients stay connected, each node continues alone and reports that it is not ready.
        redis.kill()
        for node in nodes.prefix(2) { #expect(await until { await answer(node, "/ready") == "not ready\n" }) }
        let alone = ann.events(on: "presence-room")
        #expect(try await servers[0].publish("e", to: "presence-room", "alone") == 200)
        #expect(await first(alone)?.data == "alone")

        // Redis is back, empty: the nodes register again, and events flow.
        redis = try Self.redis(redisPort)
        for node in nodes.prefix(2) { #expect(await until { await answer(node, "/ready") == "ready\n" }) }
        let again = await answer(nodes[1], "/apps/3/channels/presence-room", query: [("info", "user_count")])
        #expect(again == #"{"occupied":true,"user_count":2}"#)
        let back = bob.events(on: "presence-room")
        #expect(try await servers[0].publish("e", to: "presence-room", "together") == 200)
        #expect(await first(back)?.data == "together")
        for client in [ann, bob, cat, late] { client.disconnect() }
        for node in nodes { node.kill() }
        redis.kill()
    }
}
