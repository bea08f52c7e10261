import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol

/// The bus within one process.
public final class LocalBus: ChannelBus {
    private struct State {
        var registry = Registry()
        var store: EventStore
        var receiver: (any BusReceiver)?
    }

    private let state: NIOLockedValueBox<State>

    /// An empty bus with a limit for the bytes of its histories and caches.
    public init(historyBytes: Int = 64 << 20) {
        let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
        state = NIOLockedValueBox(State(store: EventStore(epoch: epoch, mostBytes: historyBytes)))
    }

    /// Hands what is published to the receiver.
    public func start(_ receiver: any BusReceiver) async throws {
        state.withLockedValue { $0.receiver = receiver }
    }

    /// Lets the receiver go.
    public func stop() async {
        state.withLockedValue { $0.receiver = nil }
    }

    /// Always true, because it needs nothing outside the process.
    public var isReady: Bool { true }

    /// Publishes an event.
    public func publish(_ publication: Publication) {
        guard publication.isStored else {
            let receiver = state.withLockedValue(\.receiver)
            receiver?.deliver(Delivery(publication, publication.message, serial: nil))
            return
        }
        // Numbered and handed on under the lock, so that every subscriber sees the numbers rise.
        state.withLockedValue { state in
            let key = Self.key(publication.application.id, publication.channel.text)
            let (message, serial) = state.store.keep(publication, key: key, milliseconds: Clock.milliseconds)
            state.receiver?.deliver(Delivery(publication, message, serial: serial))
        }
    }

    /// Hands a notice on.
    public func announce(_ notice: BusNotice) {
        state.withLockedValue(\.receiver)?.notice(notice)
    }

    /// Counts a subscription in.
    public func join(_ join: Join, on loop: any EventLoop) -> EventLoopFuture<JoinOutcome> {
        let key = Self.key(join.application.id, join.subscription.channel.text)
        let (outcome, receiver) = state.withLockedValue { state in
            var outcome = state.registry.join(join)
            if outcome.refusal == nil {
                state.store.serve(join, key: key, milliseconds: Clock.milliseconds, outcome: &outcome)
            }
            return (outcome, state.receiver)
        }
        if outcome.isNewMember, let member = join.subscription.member {
            let channel = join.subscription.channel
            receiver?.deliver(
                .memberAdded(member, join.application.id, channel, except: join.socketID, isOrdered: false)
            )
        }
        return loop.makeSucceededFuture(outcome)
    }

    /// Counts a subscription out.
    public func leave(_ leave: Leave, on loop: any EventLoop) -> EventLoopFuture<LeaveOutcome> {
        let key = Self.key(leave.application.id, leave.subscription.channel.text)
        let (outcome, receiver) = state.withLockedValue { state in
            state.store.left(leave, key: key, milliseconds: Clock.milliseconds)
            return (state.registry.leave(leave), state.receiver)
        }
        if outcome.isMemberGone, let user = leave.subscription.member?.userID {
            let channel = leave.subscription.channel
            receiver?.deliver(.memberRemoved(user, leave.application.id, channel, isOrdered: false))
        }
        return loop.makeSucceededFuture(outcome)
    }

    private static func key(_ application: String, _ channel: String) -> String { application + "/" + channel }
}

extension LocalBus {
    /// Counts a user's connection in.
    public func signIn(_ user: String, of application: String) {
        // Noticed under the lock, so that notices come in the order of the changes.
        state.withLockedValue { state in
            guard state.registry.signIn(user, of: application) else { return }
            state.receiver?.notice(BusNotice(kind: .userCame, application: application, user: user))
        }
    }

    /// Counts a user's connection out.
    public func signOut(_ user: String, of application: String) {
        state.withLockedValue { state in
            guard state.registry.signOut(user, of: application) else { return }
            state.receiver?.notice(BusNotice(kind: .userWent, application: application, user: user))
        }
    }

    /// Those of the users that are here.
    public func online(
        _ users: [String],
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<Set<String>> {
        // Behind the notices that wait for this loop, which are older than the answer.
        let promise = loop.makePromise(of: Set<String>.self)
        state.withLockedValue { state in
            let all = state.registry.users[application] ?? [:]
            let online = Set(users.filter { all[$0] != nil })
            loop.execute { promise.succeed(online) }
        }
        return promise.futureResult
    }

    /// The occupied channels whose names begin with a prefix.
    public func channels(
        prefix: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[ChannelSummary]> {
        let found = state.withLockedValue { state in
            let names = state.registry.channels[application]?.keys.filter { $0.hasPrefix(prefix) } ?? []
            return names.map { state.registry.summary($0, of: application) }
        }
        return loop.makeSucceededFuture(found)
    }

    /// One channel.
    public func channel(
        _ name: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<ChannelSummary> {
        loop.makeSucceededFuture(state.withLockedValue { $0.registry.summary(name, of: application) })
    }

    /// Who is on a presence channel.
    public func members(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[Member]>
    {
        loop.makeSucceededFuture(state.withLockedValue { $0.registry.channels[application]?[channel]?.list ?? [] })
    }

    /// What a cache channel holds.
    public func cached(
        _ channel: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<CachedEvent?> {
        let now = Clock.milliseconds
        let last = state.withLockedValue { $0.store.live(Self.key(application, channel), milliseconds: now).last }
        let event = last.map { CachedEvent(message: $0.message, secondsLeft: Int(($0.expires - now) / 1000)) }
        return loop.makeSucceededFuture(event)
    }
}
