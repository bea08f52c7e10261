import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import TestThreads
import Testing

@testable import ChannelServer
@testable import PusherProtocol

/// Buses on one real Redis, without servers: what each brings, and in which order.
@Suite(
    .serialized,
    .timeLimit(.minutes(5)),
    .enabled(if: ClusterTests.redisServer != nil, "redis-server is not installed")
) struct RedisOrderTests {
    /// What a bus brought, in order.
    private final class Log: BusReceiver {
        private let loop: any EventLoop
        private let lines = NIOLockedValueBox<[String]>([])

        init(loop: any EventLoop) { self.loop = loop }

        var all: [String] { lines.withLockedValue { $0 } }

        func append(_ line: String) { lines.withLockedValue { $0.append(line) } }

        func deliver(_ delivery: Delivery) { append(String(decoding: delivery.json, as: UTF8.self)) }

        func notice(_ notice: BusNotice) {
            loop.execute { self.append("\(notice.kind) \(notice.user)") }
        }

        func swept(_ left: [Swept]) {
            for item in left {
                for member in item.members { append("swept " + member) }
                if item.isVacated { append("vacated " + item.channel) }
            }
        }

        func reunited() {}
    }

    /// Buses that reach a Redis.
    private struct Cluster {
        let buses: [RedisBus]
        let logs: [Log]
        let loops: [any EventLoop]

        init(port: Int, count: Int = 2) async throws {
            let address = try #require(RedisAddress("redis://127.0.0.1:\(port)"))
            let group = MultiThreadedEventLoopGroup.singleton
            loops = (0..<count).map { _ in group.next() }
            logs = loops.map { Log(loop: $0) }
            buses = (0..<count).map { _ in RedisBus(address, eventLoopGroup: group) }
            for (bus, log) in zip(buses, logs) { try await bus.start(log) }
        }

        func stop() async { for bus in buses { await bus.stop() } }

        func join(_ join: Join, at index: Int) async throws -> JoinOutcome {
            try await buses[index].join(join, on: loops[index]).get()
        }

        func leave(_ leave: Leave, at index: Int) async throws -> LeaveOutcome {
            try await buses[index].leave(leave, on: loops[index]).get()
        }

        /// How often a line came to any of them.
        func count(_ line: String) -> Int { logs.flatMap(\.all).count { $0 == line } }
    }

    /// A Redis that takes connections at a port.
    private static func listeningRedis(_ port: Int) async throws -> ClusterTests.Running {
        let redis = try ClusterTests.redis(port)
        #expect(await until { RawSocket(port: port) != nil })
        return redis
    }

    @Test func `who came and who went comes in one order everywhere, and answers fit into it`() async throws {
        try await OwnThreads.run { try await flip() }
    }

    private func flip() async throws {
        let port = ClusterTests.freePort()
        let redis = try await Self.listeningRedis(port)
        let pair = try await Cluster(port: port)
        await withTaskGroup(of: Void.self) { group in
            for bus in pair.buses {
                group.addTask {
                    for _ in 0..<300 {
                        bus.signIn("kim", of: "3")
                        await Task.yield()
                        bus.signOut("kim", of: "3")
                    }
                }
            }
            group.addTask {
                let (bus, log) = (pair.buses[0], pair.logs[0])
                for _ in 0..<50 {
                    _ = try? await bus.online(["kim"], of: "3", on: pair.loops[0]).map { online in
                        log.append(online.isEmpty ? "absent" : "present")
                    }.get()
                }
            }
        }
        // A last visit to each of them, behind which is all that it told.
        for (bus, user) in zip(pair.buses, ["end 0", "end 1"]) { bus.signIn(user, of: "3") }
        #expect(
            await until { pair.logs.allSatisfy { Set($0.all).isSuperset(of: ["userCame end 0", "userCame end 1"]) } }
        )
        for log in pair.logs {
            var isPresent = false
            for line in log.all where !line.hasPrefix("userCame end") {
                switch line {
                case "present", "absent": #expect((line == "present") == isPresent)
                default:
                    #expect(line == (isPresent ? "userWent kim" : "userCame kim"))
                    isPresent.toggle()
                }
            }
            #expect(!isPresent)
        }
        #expect(pair.logs[0].all.count { $0.hasPrefix("user") } == pair.logs[1].all.count)
        await pair.stop()
        redis.kill()
    }

    @Test func `a member who leaves two processes while Redis is away has left once`() async throws {
        try await OwnThreads.run { try await leaveTwice() }
    }

    private func leaveTwice() async throws {
        let port = ClusterTests.freePort()
        var redis = try await Self.listeningRedis(port)
        let pair = try await Cluster(port: port)
        // On one of the processes nobody else is subscribed.
        var leaves: [Leave] = []
        for (index, user) in [(0, "two"), (1, "two"), (1, "ann")] {
            let join = try Self.join(user, tab: leaves.count)
            #expect(try await pair.buses[index].join(join, on: pair.loops[index]).get().refusal == nil)
            leaves.append(Self.leave(join))
        }
        redis.kill()
        #expect(await until { pair.buses.allSatisfy { !$0.isReady } })
        for index in 0..<2 {
            let outcome = try await pair.buses[index].leave(leaves[index], on: pair.loops[index]).get()
            #expect(!outcome.isMemberGone)
        }
        redis = try ClusterTests.redis(port)
        #expect(await until { pair.logs.flatMap(\.all).contains("swept two") })
        // Both have compared when both have had their time.
        try await Task.sleep(for: .milliseconds(ClusterRoster.settling + 500))
        let lines = pair.logs.map(\.all)
        #expect(lines.flatMap { $0 }.count { $0 == "swept two" } == 1)
        #expect(lines[1].count { $0.contains("member_removed") && $0.contains("two") } == 1)
        await pair.stop()
        redis.kill()
    }

    @Test func `a channel that loses its last subscribers in two processes while Redis is away is vacated once`()
        async throws
    {
        try await OwnThreads.run { try await vacate() }
    }

    private func vacate() async throws {
        let port = ClusterTests.freePort()
        var redis = try await Self.listeningRedis(port)
        let cluster = try await Cluster(port: port)
        let joins = try (0..<5).map { try Self.join(nil, on: $0 < 2 ? "empty" : $0 < 4 ? "kept" : "back", tab: $0) }
        for (number, join) in joins.enumerated() { _ = try await cluster.join(join, at: number % 2) }
        redis.kill()
        #expect(await until { cluster.buses.allSatisfy { !$0.isReady } })
        // Nobody is left on the first channel, someone of the other process on the second.
        for number in [0, 1, 2, 4] {
            #expect(try await cluster.leave(Self.leave(joins[number]), at: number % 2).isLast == false)
        }
        // A member who comes back before anything was reported does not occupy the channel again.
        #expect(try await cluster.join(joins[4], at: 0).isFirst == false)
        redis = try ClusterTests.redis(port)
        #expect(await until { cluster.count("vacated empty") > 0 })
        try await Task.sleep(for: .milliseconds(ClusterRoster.settling + 500))
        #expect(cluster.count("vacated empty") == 1)
        #expect(cluster.count("vacated kept") == 0 && cluster.count("vacated back") == 0)
        // With Redis there again, leaves are reported at once.
        #expect(try await cluster.leave(Self.leave(joins[3]), at: 1).isLast)
        await cluster.stop()
        redis.kill()
    }

    @Test func `the members of a process that dies while Redis is away have left, which one of the others reports`()
        async throws
    {
        try await OwnThreads.run { try await die() }
    }

    private func die() async throws {
        let port = ClusterTests.freePort()
        var redis = try await Self.listeningRedis(port)
        let cluster = try await Cluster(port: port, count: 3)
        let joins = try ["ann", "bob", "dead", "two", "two", "gone"].enumerated().map {
            try Self.join($1, tab: $0)
        }
        for (number, join) in joins.enumerated() { _ = try await cluster.join(join, at: [0, 1, 2, 2, 0, 1][number]) }
        redis.kill()
        #expect(await until { cluster.buses.allSatisfy { !$0.isReady } })
        // One leaves the process that it was connected to alone, which reports that itself.
        #expect(try await cluster.leave(Self.leave(joins[5]), at: 1).isMemberGone)
        await cluster.buses[2].stop()
        redis = try ClusterTests.redis(port)
        #expect(await until { cluster.count("swept dead") > 0 })
        try await Task.sleep(for: .milliseconds(ClusterRoster.settling + 500))
        #expect(cluster.count("swept dead") == 1)
        #expect(cluster.count("swept gone") == 0 && cluster.count("swept two") == 0)
        for log in cluster.logs.prefix(2) {
            #expect(log.all.count { $0.contains("member_removed") && $0.contains("dead") } == 1)
        }
        for bus in cluster.buses.prefix(2) { await bus.stop() }
        redis.kill()
    }

    private static func join(_ user: String?, on channel: String = "presence-room", tab: Int) throws -> Join {
        Join(
            application: TestServer.application(),
            socketID: try SocketID("1.\(tab + 1)"),
            subscription: Subscription(
                channel: try ChannelName(channel),
                member: user.map { Member(userID: $0) },
                position: nil
            ),
            user: nil
        )
    }

    private static func leave(_ join: Join) -> Leave {
        Leave(application: join.application, socketID: join.socketID, subscription: join.subscription, user: nil)
    }
}
