import ChannelClient
import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol
import Testing

@testable import ChannelServer

/// Who is online, however late the first answer comes.
@Suite(.timeLimit(.minutes(5))) struct WatchlistTests {
    /// A bus that answers who is online only after a user has come.
    private final class LateBus: ChannelBus {
        private let inner = LocalBus()
        private let awaited: String
        private let state = NIOLockedValueBox((hasCome: false, waiting: [@Sendable () -> Void]()))

        init(awaited: String) { self.awaited = awaited }

        /// How many questions wait.
        var waiting: Int { state.withLockedValue(\.waiting.count) }

        func signIn(_ user: String, of application: String) {
            inner.signIn(user, of: application)
            guard user == awaited else { return }
            let waiting = state.withLockedValue { state in
                defer { state = (true, []) }
                return state.waiting
            }
            for answer in waiting { answer() }
        }

        func online(_ users: [String], of application: String, on loop: any EventLoop) -> EventLoopFuture<Set<String>> {
            let promise = loop.makePromise(of: Set<String>.self)
            let inner = inner
            let answer = { @Sendable in promise.completeWith(inner.online(users, of: application, on: loop)) }
            let mustWait = state.withLockedValue { state in
                if !state.hasCome { state.waiting.append(answer) }
                return !state.hasCome
            }
            if !mustWait { answer() }
            return promise.futureResult
        }

        func start(_ receiver: any BusReceiver) async throws { try await inner.start(receiver) }
        func stop() async { await inner.stop() }
        var isReady: Bool { inner.isReady }
        func publish(_ publication: Publication) { inner.publish(publication) }
        func announce(_ notice: BusNotice) { inner.announce(notice) }
        func join(_ join: Join, on loop: any EventLoop) -> EventLoopFuture<JoinOutcome> { inner.join(join, on: loop) }
        func leave(_ leave: Leave, on loop: any EventLoop) -> EventLoopFuture<LeaveOutcome> {
            inner.leave(leave, on: loop)
        }
        func signOut(_ user: String, of application: String) { inner.signOut(user, of: application) }
        func channels(
            prefix: String,
            of application: String,
            on loop: any EventLoop
        ) -> EventLoopFuture<[ChannelSummary]> { inner.channels(prefix: prefix, of: application, on: loop) }
        func channel(_ name: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<ChannelSummary>
        { inner.channel(name, of: application, on: loop) }
        func members(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[Member]> {
            inner.members(channel, of: application, on: loop)
        }
        func cached(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<CachedEvent?>
        { inner.cached(channel, of: application, on: loop) }
    }

    @Test func `the first answer does not repeat what an event has sent meanwhile`() async throws {
        let bus = LateBus(awaited: "kim")
        try await TestServer.run(bus: bus) { server async throws -> Void in
            let watcher = server.client(user: "wim", watching: ["kim", "lee"])
            let notices = watcher.notices
            watcher.signIn()
            #expect(await until { bus.waiting == 1 })
            // The event about kim is sent at once, the answer about kim and lee behind it.
            let kim = server.user("kim")
            var sent: [String] = []
            for await case .watchlist(let online, let offline) in notices {
                sent += online.map { "on " + $0 } + offline.map { "off " + $0 }
                if sent.contains("off lee") { break }
            }
            kim.disconnect()
            for await case .watchlist(let online, let offline) in notices {
                sent += online.map { "on " + $0 } + offline.map { "off " + $0 }
                if sent.contains("off kim") { break }
            }
            #expect(sent == ["on kim", "off lee", "off kim"])
        }
    }
}
