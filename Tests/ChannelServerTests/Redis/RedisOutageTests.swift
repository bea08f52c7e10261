import ChannelClient
import Glibc
import NIOConcurrencyHelpers
import PusherProtocol
import TestThreads
import Testing

@testable import ChannelServer

/// Three server processes whose Redis is away for five seconds; all outages at once, since they mostly wait.
@Suite(.timeLimit(.minutes(5))) struct RedisOutageTests {
    /// All agree within five seconds on an idle machine; other tests run beside this one.
    private static let bound = 20.0

    /// The kind of Redis's outage.
    enum Outage: CaseIterable, Sendable {
        /// It is killed and comes back empty.
        case restart
        /// It freezes and then continues, with everything in its sockets.
        case freeze
        /// It is killed and comes back empty, and one of the processes finds it later than the others.
        case restartFoundLate
    }

    /// What one client was sent, in order.
    private final class Log: Sendable {
        let client: ChannelClient
        private let lines = NIOLockedValueBox<[String]>([])

        init(_ client: ChannelClient) {
            self.client = client
            let (notices, events) = (client.notices, client.events(on: "private-h"))
            Task { [lines] in
                for await notice in notices {
                    switch notice {
                    case .memberAdded(_, let member): lines.withLockedValue { $0.append("+" + member.userID) }
                    case .memberRemoved(_, let user): lines.withLockedValue { $0.append("-" + user) }
                    case .watchlist(let online, let offline):
                        lines.withLockedValue { $0 += online.map { "on " + $0 } + offline.map { "off " + $0 } }
                    default: break
                    }
                }
            }
            Task { [lines] in
                for await event in events {
                    lines.withLockedValue { $0.append(event.data + (event.isLate ? " late" : "")) }
                }
            }
        }

        /// The lines that begin with one of these.
        func lines(_ beginnings: String...) -> [String] {
            lines.withLockedValue { $0.filter { line in beginnings.contains { line.hasPrefix($0) } } }
        }
    }

    private static func member(_ user: String, at server: TestServer) async throws -> ChannelClient {
        let client = try await server.client(on: "presence-room", member: user)
        client.subscribe(to: try ChannelName("private-h"))
        try await client.subscribed(to: try ChannelName("private-h"))
        return client
    }

    @Test(.enabled(if: ClusterTests.redisServer != nil, "redis-server is not installed"), arguments: Outage.allCases)
    func `after Redis was away all agree on members, and each join, leave and event comes once`(
        _ outage: Outage
    ) async throws {
        try await OwnThreads.run { try await run(outage) }
    }

    private func run(_ outage: Outage) async throws {
        let redisPort = ClusterTests.freePort()
        var redis = try ClusterTests.redis(redisPort)
        #expect(await until { RawSocket(port: redisPort) != nil })
        let nodes = try (0..<3).map { _ in try ClusterTests.node(redis: redisPort) }
        let servers = nodes.map { TestServer(port: $0.port) }
        func allAnswer(_ text: String, _ asked: [TestServer]? = nil) async -> Bool {
            await until {
                for server in asked ?? servers where try await server.request("GET", "/ready").body != text {
                    return false
                }
                return true
            }
        }
        #expect(await allAnswer("ready\n"))
        let ann = Log(try await Self.member("ann", at: servers[0]))
        let bob = Log(try await Self.member("bob", at: servers[1]))
        let cat = try await Self.member("cat", at: servers[2])
        let zoe = Log(try await Self.member("zoe", at: servers[2]))
        // A user with two tabs, one of which is closed while Redis is away.
        let tab = try await Self.member("two", at: servers[0])
        _ = try await Self.member("two", at: servers[1])
        #expect(await until { ann.lines("+").count == 4 && bob.lines("+").count == 3 })
        let kim = servers[1].user("kim")
        let watcher = Log(servers[0].user("wim", watching: ["kim", "lee"]))
        #expect(await until { watcher.lines("on kim").count == 1 && watcher.lines("off lee").count == 1 })
        let watched = watcher.lines("on", "off").count
        let before = [ann, bob, zoe].map { $0.lines("+", "-").count }

        switch outage {
        case .restart, .restartFoundLate: redis.kill()
        case .freeze: kill(redis.process.processIdentifier, SIGSTOP)
        }
        let start = ContinuousClock.now
        #expect(await allAnswer("not ready\n"))
        _ = try await Self.member("dan", at: servers[0])
        _ = try await Self.member("eve", at: servers[1])
        cat.disconnect()
        tab.disconnect()
        kim.disconnect()
        _ = servers[2].user("lee")
        for number in 1...5 { #expect(try await servers[0].publish("e", to: "private-h", "a\(number)") == 200) }
        for number in 1...3 { #expect(try await servers[1].publish("e", to: "private-h", "b\(number)") == 200) }
        #expect(await until { ann.lines("a").count == 5 })
        // Who was connected to this process alone is gone for all who are connected to it.
        #expect(await until { zoe.lines("-") == ["-cat"] })
        try await Task.sleep(until: start + .seconds(5), clock: .continuous)
        switch outage {
        case .restart: redis = try ClusterTests.redis(redisPort)
        case .freeze: kill(redis.process.processIdentifier, SIGCONT)
        case .restartFoundLate:
            kill(nodes[1].process.processIdentifier, SIGSTOP)
            redis = try ClusterTests.redis(redisPort)
            #expect(await allAnswer("ready\n", [servers[0], servers[2]]))
            #expect(await until { zoe.lines("a").count == 5 })
            #expect(try await servers[0].publish("e", to: "private-h", "d1") == 200)
            kill(nodes[1].process.processIdentifier, SIGCONT)
        }

        // Everyone is sent what happened meanwhile, and only that.
        #expect(await allAnswer("ready\n"))
        let expected = [Set(["+dan", "+eve", "-cat"])]
        #expect(
            await until(Self.bound) {
                zip([ann, bob, zoe], before).allSatisfy { expected == [Set($0.lines("+", "-").dropFirst($1))] }
                    && Set(watcher.lines("on", "off").dropFirst(watched)) == ["on lee", "off kim"]
            }
        )
        try await Task.sleep(for: .seconds(3))
        for (log, count) in zip([ann, bob, zoe], before) { #expect(log.lines("+", "-").count == count + 3) }
        #expect(watcher.lines("on", "off").count == watched + 2)
        for server in servers {
            let users = try await server.request("GET", "/apps/3/channels/presence-room/users").body
            let listed = Set(
                users.split(separator: "\"").map(String.init).filter { $0.count == 3 && $0.allSatisfy(\.isLetter) }
            )
            #expect(listed == ["ann", "bob", "zoe", "two", "dan", "eve"], "\(users)")
        }
        // Events of channels with a history come once, in their publisher's order, late where they were not known.
        let (a, b) = ((1...5).map { "a\($0)" }, (1...3).map { "b\($0)" })
        let (lateA, lateB) = (a.map { $0 + " late" }, b.map { $0 + " late" })
        for (log, a, b) in [(ann, a, lateB), (bob, lateA, b), (zoe, lateA, lateB)] {
            #expect(log.lines("a") == a)
            #expect(log.lines("b") == b)
            #expect(log.lines("d") == (outage == .restartFoundLate ? ["d1"] : []))
        }
        // And all is as before.
        #expect(try await servers[2].publish("e", to: "private-h", "c1") == 200)
        for log in [ann, bob, zoe] { #expect(await until { log.lines("c") == ["c1"] }) }
        for server in servers { server.dismissClients() }
        for node in nodes { node.kill() }
        redis.kill()
    }
}
