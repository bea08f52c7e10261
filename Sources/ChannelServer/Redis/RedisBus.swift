import Atomics
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PusherProtocol

/// The bus between processes, on one Redis server.
///
/// Events go to this process's own subscribers at once and to the others through Redis; those that channels keep are
/// numbered by Redis and come back from it in order. While Redis is away every process goes on by itself: its clients
/// stay connected and receive what is published here. When Redis is back, each process says again what it knows of its
/// connections, sends the events that channels keep, and compares its presence channels with what Redis lists.
public final class RedisBus: ChannelBus {
    private struct State {
        var membership: RedisMembership
        var commands: RedisCommands?
        var subscriber: RedisSubscriber?
        var beating: RepeatedTask?
        var nextTicket: UInt64 = 1
        /// Events for Redis to number that have not come back from it.
        var unconfirmed: [UInt64: Publication] = [:]
        /// Events for Redis to number when it is back.
        var late = LateEvents()
        /// When this process last introduced itself to Redis.
        var introducedAt: Int64?
        var comparing: Scheduled<Void>?

        mutating func ticket() -> UInt64 {
            defer { nextTicket += 1 }
            return nextTicket
        }
    }

    /// A process that has not said for this long that it lives is dead, milliseconds.
    private static let lifetime = 6_000
    /// A command that has waited for longer must not take effect, milliseconds; less than the reply is waited for.
    private static let patience: Int64 = 2_500
    /// How long the other processes get to come back before members that are missing are gone, milliseconds.
    private static let settling: Int64 = 2_500

    private let address: RedisAddress
    private let node: String
    private let command: RedisCommand
    private let state: NIOLockedValueBox<State>
    /// Redis's clock less this process's, milliseconds.
    private let clockOffset = ManagedAtomic<Int64>(0)
    private let loop: any EventLoop
    private let logger: Logger

    /// A bus on a Redis server.
    public init(
        _ address: RedisAddress,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "channels.redis")
    ) {
        self.address = address
        self.logger = logger
        node = String(UInt64.random(in: .min ... .max), radix: 36)
        command = RedisCommand(node: node)
        state = NIOLockedValueBox(State(membership: RedisMembership(node: node)))
        loop = eventLoopGroup.next()
    }

    /// Connects, waiting for Redis up to five seconds; a server that comes later is found, too.
    public func start(_ receiver: any BusReceiver) async throws {
        let prefix = RedisCommand.prefix
        let subscriber = RedisSubscriber(
            address,
            channels: ["ev", "mb", "to:" + node].map { prefix + $0 },
            received: { [weak self] in self?.received($0.dropFirst(prefix.count), $1) },
            lost: { [weak self] in self?.lostStream() }
        )
        state.withLockedValue { state in
            state.membership.receiver = receiver
            state.subscriber = subscriber
        }
        let commands = RedisCommands(
            address,
            connected: { [weak self] in self?.introduce($0, $1) ?? false },
            lost: { [weak self] in self?.state.withLockedValue(\.subscriber)?.breakOff() }
        )
        let beating = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(2)) { [weak self] _ in
            self?.beat()
        }
        state.withLockedValue { state in
            state.commands = commands
            state.beating = beating
        }
        for _ in 0..<100 where !isReady { try await Task.sleep(for: .milliseconds(50)) }
        if !isReady { logger.warning("Redis is not there; going on without it", metadata: ["host": "\(address.host)"]) }
    }

    /// Takes back what this process has said, and hangs up.
    public func stop() async {
        let (commands, subscriber, beating) = state.withLockedValue { state in
            state.membership.receiver = nil
            state.comparing?.cancel()
            return (state.commands, state.subscriber, state.beating)
        }
        beating?.cancel()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let words = command.script(RedisScripts.withdraw, ["leaving"])
            if commands?.send(words, { _ in done.resume() }) != true { done.resume() }
        }
        commands?.stop()
        subscriber?.stop()
        lostStream()
    }

    /// Whether Redis is there.
    public var isReady: Bool {
        let (commands, subscriber) = state.withLockedValue { ($0.commands, $0.subscriber) }
        return commands?.isConnected == true && subscriber?.isConnected == true
    }

    private var deadline: Int64 {
        Clock.milliseconds + clockOffset.load(ordering: .relaxed) + Self.patience
    }

    // MARK: - Publishing

    /// Publishes an event.
    public func publish(_ publication: Publication) {
        guard !publication.isStored else { return keep(publication) }
        let (commands, receiver) = state.withLockedValue { ($0.commands, $0.membership.receiver) }
        let delivery = Delivery(publication, publication.message, serial: nil)
        receiver?.deliver(delivery)
        commands?.send(command.publish(RedisMessage.payload(delivery, node: node)))
    }

    /// Lets Redis number an event; while it is away, delivers it here and keeps it for later.
    private func keep(_ publication: Publication) {
        state.withLockedValue { state in
            let ticket = state.ticket()
            let words = command.keep(publication, ticket: ticket, deadline: deadline)
            let isSent = state.commands?.send(words) { [weak self] in self?.checkTaken($0) } == true
            if isSent || !state.unconfirmed.isEmpty {
                state.unconfirmed[ticket] = publication
            } else {
                deliverAlone(publication, &state)
            }
        }
    }

    private func deliverAlone(_ publication: Publication, _ state: inout State) {
        var delivery = Delivery(publication, publication.message, serial: nil)
        delivery.isOrdered = true
        state.membership.receiver?.deliver(delivery)
        state.late.append(publication, milliseconds: Clock.milliseconds)
    }

    /// A command that Redis refused leaves this process and Redis of two minds: both connections are made anew.
    private func checkTaken(_ reply: RedisReply?) {
        guard case .error(let text)? = reply else { return }
        logger.warning("Redis refused a command; connecting again", metadata: ["reply": "\(text)"])
        state.withLockedValue(\.commands)?.breakOff()
    }

    /// Sends a notice to every process, this one first.
    public func announce(_ notice: BusNotice) {
        let (commands, receiver) = state.withLockedValue { ($0.commands, $0.membership.receiver) }
        receiver?.notice(notice)
        commands?.send(command.publish(RedisMessage.payload(notice, node: node)))
    }

    // MARK: - Joining and leaving

    /// Counts a subscription in.
    public func join(_ join: Join, on loop: any EventLoop) -> EventLoopFuture<JoinOutcome> {
        let promise = loop.makePromise(of: JoinOutcome.self)
        let local = state.withLockedValue { state in
            let isConnected = state.subscriber?.isConnected == true
            let (ticket, commands) = (state.ticket(), state.commands)
            return state.membership.join(join, promise: promise) {
                let words = command.join(join, ticket: ticket, deadline: deadline)
                let isSent =
                    isConnected
                    && commands?.send(words, { [weak self] in self?.joinRan($0, ticket) }) == true
                return isSent ? ticket : nil
            }
        }
        // Behind the messages that wait for this loop, which are older than the answer.
        if let local { loop.execute { promise.succeed(local) } }
        return promise.futureResult
    }

    /// The script of a join has run, or will not: an answer comes in the stream only if it has.
    private func joinRan(_ reply: RedisReply?, _ ticket: UInt64) {
        guard reply?.number == nil else { return }
        checkTaken(reply)
        state.withLockedValue { $0.membership.finishAlone(ticket) }
    }

    /// Counts a subscription out.
    public func leave(_ leave: Leave, on loop: any EventLoop) -> EventLoopFuture<LeaveOutcome> {
        let promise = loop.makePromise(of: LeaveOutcome.self)
        let words = command.leave(leave, deadline: deadline)
        let local: LeaveOutcome? = state.withLockedValue { state in
            let outcome = state.membership.leave(leave)
            let isSent = state.commands?.send(words) { [weak self] reply in
                let numbers = reply?.elements.compactMap(\.number) ?? []
                if numbers.count == 2 {
                    let count = max(0, Int(numbers[0]))
                    promise.succeed(LeaveOutcome(isLast: count == 0, isMemberGone: numbers[1] == 1, count: count))
                } else {
                    self?.checkTaken(reply)
                    promise.succeed(self?.leaveAlone(leave, outcome) ?? outcome)
                }
            }
            return isSent == true ? nil : state.membership.leaveAlone(leave, outcome)
        }
        if let local { promise.succeed(local) }
        return promise.futureResult
    }

    private func leaveAlone(_ leave: Leave, _ outcome: LeaveOutcome) -> LeaveOutcome {
        state.withLockedValue { $0.membership.leaveAlone(leave, outcome) }
    }

    /// Counts a user's connection in.
    public func signIn(_ user: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<Bool> {
        count(
            RedisScripts.signIn,
            user,
            application,
            on: loop,
            isEdge: { $0 == 1 },
            local: { $0.signIn(user, of: application) }
        )
    }

    /// Counts a user's connection out.
    public func signOut(_ user: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<Bool> {
        count(
            RedisScripts.signOut,
            user,
            application,
            on: loop,
            isEdge: { $0 <= 0 },
            local: { $0.signOut(user, of: application) }
        )
    }

    private func count(
        _ text: String,
        _ user: String,
        _ application: String,
        on loop: any EventLoop,
        isEdge: @escaping @Sendable (Int64) -> Bool,
        local: (inout RedisMembership) -> Bool
    ) -> EventLoopFuture<Bool> {
        let promise = loop.makePromise(of: Bool.self)
        let words = command.script(text, [String(deadline), application, user])
        let (isLocalEdge, isSent) = state.withLockedValue { state in
            let isLocalEdge = local(&state.membership)
            let isSent = state.commands?.send(words) { [weak self] reply in
                self?.checkTaken(reply)
                promise.succeed(reply?.number.map(isEdge) ?? isLocalEdge)
            }
            return (isLocalEdge, isSent == true)
        }
        if !isSent { promise.succeed(isLocalEdge) }
        return promise.futureResult
    }

    // MARK: - The stream

    private func received(_ channel: Substring, _ payload: [UInt8]) {
        switch channel {
        case "ev": RedisMessage(payload: payload).map(take)
        case "mb": MembershipChange(payload: payload).map(take)
        default: RedisAnswer(payload: payload).map(take)
        }
    }

    private func take(_ message: RedisMessage) {
        switch message {
        case .notice(let notice, let node):
            if node != self.node { state.withLockedValue(\.membership.receiver)?.notice(notice) }
        case .event(let delivery, let node, let ticket, let isLate):
            let isOwn = node == self.node
            // Own events without a number, and late ones, have been delivered here when they were published.
            guard isOwn else {
                state.withLockedValue(\.membership.receiver)?.deliver(delivery)
                return
            }
            guard delivery.serial != nil, !isLate else { return }
            state.withLockedValue { state in
                if let ticket { state.unconfirmed[ticket] = nil }
                state.membership.receiver?.deliver(delivery)
            }
        }
    }

    private func take(_ change: MembershipChange) {
        if change.kind == .introduced { return compareSoon() }
        state.withLockedValue { $0.membership.take(change) }
    }

    private func take(_ answer: RedisAnswer) {
        switch answer {
        case .members(let members, let channel, let application): compare(members, channel, application)
        case .join(let answer): state.withLockedValue { $0.membership.finish(answer) }
        }
    }

    /// The stream is broken: what was under way is answered with what this process knows by itself.
    private func lostStream() {
        state.withLockedValue { state in
            state.commands?.breakOff()
            state.membership.finishAllAlone()
            let unconfirmed = state.unconfirmed.sorted { $0.key < $1.key }
            state.unconfirmed = [:]
            for (_, publication) in unconfirmed { deliverAlone(publication, &state) }
        }
    }
}

// MARK: - Coming back

extension RedisBus {
    /// Says again all that this process knows, since Redis may have forgotten it; false if Redis cannot be used yet.
    private func introduce(_ connection: RedisConnection, _ commands: RedisCommands) -> Bool {
        // Whatever is published from here on must be received.
        guard state.withLockedValue({ $0.subscriber?.isConnected == true }),
            let time = connection.call([Array("TIME".utf8)])?.elements.compactMap({ $0.string.flatMap { Int64($0) } }),
            time.count == 2
        else { return false }
        clockOffset.store(time[0] * 1_000 + time[1] / 1_000 - Clock.milliseconds, ordering: .relaxed)
        let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
        let isOpen = state.withLockedValue { state -> Bool in
            let late = state.late.due(milliseconds: Clock.milliseconds)
            var all = [
                ["SET", RedisCommand.prefix + "epoch", epoch, "NX"].map { Array($0.utf8) },
                command.script(RedisScripts.withdraw, ["returning"]),
            ]
            all += command.restore(state.membership.registry)
            all += late.map { command.keep($0, ticket: state.ticket(), deadline: RedisCommand.never) }
            // With subscribers from before, this process knows only its own members.
            let isBack = state.introducedAt != nil || !state.membership.registry.channels.isEmpty
            all.append(command.script(RedisScripts.introduce, [String(Self.lifetime), isBack ? "1" : "0"]))
            guard state.subscriber?.isConnected == true, connection.callAll(all) else { return false }
            state.late.removeAll()
            state.introducedAt = Clock.milliseconds
            commands.open()
            return true
        }
        return isOpen
    }

    private func beat() {
        let (commands, introducedAt) = state.withLockedValue { ($0.commands, $0.introducedAt ?? 0) }
        // After Redis was away the others get time to say that they live.
        let isSettling = Clock.milliseconds - introducedAt < Self.settling
        let words = command.script(
            RedisScripts.beat,
            [String(deadline), String(Self.lifetime), isSettling ? "1" : "0"]
        )
        commands?.send(words) { [weak self] reply in
            self?.checkTaken(reply)
            if let reply { self?.swept(reply) }
        }
    }

    private func swept(_ reply: RedisReply) {
        guard let receiver = state.withLockedValue(\.membership.receiver) else { return }
        for case .notice(let notice) in SweptItem.items(reply) { announce(notice) }
        let left = SweptItem.items(reply).compactMap { if case .subscription(let swept) = $0 { swept } else { nil } }
        if !left.isEmpty { receiver.swept(left) }
    }

    /// A process is back: when all had time for that, the members that Redis lists are the members.
    private func compareSoon() {
        state.withLockedValue { state in
            state.comparing?.cancel()
            state.comparing = loop.scheduleTask(in: .milliseconds(Self.settling)) { [weak self] in
                self?.askForMembers()
            }
        }
    }

    private func askForMembers() {
        let (commands, channels) = state.withLockedValue { ($0.commands, $0.membership.presenceChannels) }
        for channel in channels {
            let parts = channel.split(separator: "/", maxSplits: 1).map(String.init)
            commands?.send(command.script(RedisScripts.look, parts))
        }
    }

    private func compare(_ members: [Member], _ name: String, _ application: String) {
        let (receiver, removed) = state.withLockedValue { state in
            (state.membership.receiver, state.membership.compare(members, name, application))
        }
        guard !removed.isEmpty else { return }
        receiver?.swept([Swept(application: application, channel: name, members: removed, isVacated: false)])
    }
}

// MARK: - Questions

extension RedisBus {
    /// Those of the users that are somewhere.
    public func online(
        _ users: [String],
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<Set<String>> {
        queries(application, loop).online(users)
    }

    /// The occupied channels whose names begin with a prefix.
    public func channels(
        prefix: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[ChannelSummary]> {
        queries(application, loop).channels(prefix: prefix)
    }

    /// One channel.
    public func channel(
        _ name: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<ChannelSummary> {
        queries(application, loop).channel(name)
    }

    /// Who is on a presence channel; while Redis is away, those that this process knows.
    public func members(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[Member]>
    {
        let known = state.withLockedValue { $0.membership.members(channel, of: application) }
        return queries(application, loop).members(channel, known: known)
    }

    /// What a cache channel holds.
    public func cached(
        _ channel: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<CachedEvent?> {
        queries(application, loop).cached(channel)
    }

    private func queries(_ application: String, _ loop: any EventLoop) -> RedisQueries {
        let (commands, registry) = state.withLockedValue { ($0.commands, $0.membership.registry) }
        return RedisQueries(
            command: command,
            commands: commands,
            registry: registry,
            application: application,
            loop: loop
        )
    }
}
