import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import TestThreads
import Testing

@testable import ChannelServer
@testable import PusherProtocol

/// Two buses on one real Redis, without servers: what each brings, and in which order.
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

        func swept(_ left: [Swept]) { append("swept " + left.flatMap(\.members).joined(separator: " ")) }

        func reunited() {}
    }

    /// Two buses that reach a Redis.
    private struct Pair {
        let buses: [RedisBus]
        let logs: [Log]
        let loops: [any EventLoop]

        init(port: Int) async throws {
            let address = try #require(RedisAddress("redis://127.0.0.1:\(port)"))
            let group = MultiThreadedEventLoopGroup.singleton
            loops = [group.next(), group.next()]
            logs = loops.map { Log(loop: $0) }
            buses = (0..<2).map { _ in RedisBus(address, eventLoopGroup: group) }
            for (bus, log) in zip(buses, logs) { try await bus.start(log) }
        }

        func stop() async { for bus in buses { await bus.stop() } }
    }

    @Test func `who came and who went comes in one order everywhere, and answers fit into it`() async throws {
        try await OwnThreads.run { try await flip() }
    }

    private func flip() async throws {
        let port = ClusterTests.freePort()
        let redis = try ClusterTests.redis(port)
        #expect(await until { RawSocket(port: port) != nil })
        let pair = try await Pair(port: port)
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
        // A last visit, behind which both have everything.
        pair.buses[1].signIn("end", of: "3")
        #expect(await until { pair.logs.allSatisfy { $0.all.last == "userCame end" } })
        for log in pair.logs {
            var isPresent = false
            for line in log.all.dropLast() {
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
        var redis = try ClusterTests.redis(port)
        #expect(await until { RawSocket(port: port) != nil })
        let pair = try await Pair(port: port)
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

    private static func join(_ user: String, tab: Int) throws -> Join {
        Join(
            application: TestServer.application(),
            socketID: try SocketID("1.\(tab + 1)"),
            subscription: Subscription(
                channel: try ChannelName("presence-room"),
                member: Member(userID: user),
                position: nil
            ),
            user: nil
        )
    }

    private static func leave(_ join: Join) -> Leave {
        Leave(application: join.application, socketID: join.socketID, subscription: join.subscription, user: nil)
    }
}
