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
/// connections, asks for the events that channels keep and its subscribers missed, sends those that were published here,
/// and compares its presence channels with what Redis lists.
public final class RedisBus: ChannelBus {
    private struct State {
        var membership: RedisMembership
        var nextTicket: UInt64 = 1
        /// Events for Redis to number that have not come back from it.
        var unconfirmed: [UInt64: Publication] = [:]
        /// Events for Redis to number when it is back.
        var late = LateEvents()
        /// The name of the history that Redis had when this process was last introduced.
        var epoch: String?
        /// Whether Redis had forgotten everything then.
        var redisForgot = false

        mutating func ticket() -> UInt64 {
            defer { nextTicket += 1 }
            return nextTicket
        }
    }

    private let address: RedisAddress
    private let node: String
    private let command: RedisCommand
    private let link: RedisLink
    private let reconciler: RedisReconciler
    private let state: NIOLockedValueBox<State>
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
        link = RedisLink(address, node: node, logger: logger)
        state = NIOLockedValueBox(State(membership: RedisMembership(node: node)))
        reconciler = RedisReconciler(link, command: command, loop: eventLoopGroup.next())
    }

    /// Connects, waiting for Redis up to five seconds; a server that comes later is found, too.
    public func start(_ receiver: any BusReceiver) async throws {
        state.withLockedValue { $0.membership.receiver = receiver }
        link.start(
            RedisLink.Events(
                received: { [weak self] in self?.received($0, $1) },
                introduce: { [weak self] in self?.introduce($0, $1) ?? false },
                lost: { [weak self] in self?.lostStream() }
            )
        )
        reconciler.start(forReconciler)
        for _ in 0..<100 where !isReady { try await Task.sleep(for: .milliseconds(50)) }
        if !isReady { logger.warning("Redis is not there; going on without it", metadata: ["host": "\(address.host)"]) }
    }

    /// Withdraws this process's subscriptions and sign-ins, and disconnects.
    public func stop() async {
        state.withLockedValue { $0.membership.receiver = nil }
        reconciler.stop()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let words = command.script(RedisScripts.withdraw, ["leaving"])
            if !link.send(words, { _ in done.resume() }) { done.resume() }
        }
        link.stop()
        lostStream()
    }

    /// Whether Redis is there.
    public var isReady: Bool { link.isReady }

    // MARK: - Publishing

    /// Publishes an event.
    public func publish(_ publication: Publication) {
        guard !publication.isStored else { return keep(publication) }
        let delivery = Delivery(publication, publication.message, serial: nil)
        state.withLockedValue(\.membership.receiver)?.deliver(delivery)
        link.send(command.publish(RedisMessage.payload(delivery, node: node)))
    }

    /// Lets Redis number an event; while it is away, delivers it here and keeps it for later.
    private func keep(_ publication: Publication) {
        state.withLockedValue { state in
            let ticket = state.ticket()
            let words = command.keep(publication, ticket: ticket, deadline: link.deadline)
            let isSent = link.send(words) { [weak link] in link?.checkTaken($0) }
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

    /// Sends a notice to every process, this one first.
    public func announce(_ notice: BusNotice) {
        state.withLockedValue(\.membership.receiver)?.notice(notice)
        link.send(command.publish(RedisMessage.payload(notice, node: node)))
    }

    // MARK: - Joining and leaving

    /// Counts a subscription in.
    public func join(_ join: Join, on loop: any EventLoop) -> EventLoopFuture<JoinOutcome> {
        let promise = loop.makePromise(of: JoinOutcome.self)
        let local = state.withLockedValue { state in
            let ticket = state.ticket()
            return state.membership.join(join, promise: promise) {
                let words = command.join(join, ticket: ticket, deadline: link.deadline)
                let isSent = link.isReceiving && link.send(words) { [weak self] in self?.ran($0, ticket) }
                return isSent ? ticket : nil
            }
        }
        // Behind the messages that wait for this loop, which are older than the answer.
        if let local { loop.execute { promise.succeed(local) } }
        return promise.futureResult
    }

    /// The script of a join or a question has run, or will not: an answer comes in the stream only if it has.
    private func ran(_ reply: RedisReply?, _ ticket: UInt64) {
        guard reply?.number == nil else { return }
        link.checkTaken(reply)
        state.withLockedValue { $0.membership.finishAlone(ticket) }
    }

    /// Counts a subscription out.
    public func leave(_ leave: Leave, on loop: any EventLoop) -> EventLoopFuture<LeaveOutcome> {
        let promise = loop.makePromise(of: LeaveOutcome.self)
        let words = command.leave(leave, deadline: link.deadline)
        let local: LeaveOutcome? = state.withLockedValue { state in
            let local = state.membership.leave(leave)
            let isSent = link.send(words) { [weak self] reply in
                let numbers = reply?.elements.compactMap(\.number) ?? []
                if numbers.count == 2 {
                    let count = max(0, Int(numbers[0]))
                    promise.succeed(LeaveOutcome(isLast: count == 0, isMemberGone: numbers[1] == 1, count: count))
                } else {
                    self?.link.checkTaken(reply)
                    promise.succeed(self?.leaveAlone(leave, local) ?? local.outcome)
                }
            }
            return isSent ? nil : state.membership.leaveAlone(leave, local)
        }
        if let local { promise.succeed(local) }
        return promise.futureResult
    }

    private func leaveAlone(_ leave: Leave, _ local: RedisMembership.LocalLeave) -> LeaveOutcome {
        state.withLockedValue { $0.membership.leaveAlone(leave, local) }
    }

    /// Counts a user's connection in.
    public func signIn(_ user: String, of application: String) {
        count(RedisScripts.signIn, BusNotice(kind: .userCame, application: application, user: user)) {
            $0.signIn(user, of: application)
        }
    }

    /// Counts a user's connection out.
    public func signOut(_ user: String, of application: String) {
        count(RedisScripts.signOut, BusNotice(kind: .userWent, application: application, user: user)) {
            $0.signOut(user, of: application)
        }
    }

    /// Redis sends the notice to all processes, in order with those of others; while it is away, this one gets it here.
    private func count(_ text: String, _ notice: BusNotice, local: (inout RedisMembership) -> Bool) {
        let words = command.script(text, [String(link.deadline), notice.application, notice.user])
        state.withLockedValue { state in
            let isLocalEdge = local(&state.membership)
            let isSent = link.send(words) { [weak self] reply in
                guard reply?.number == nil else { return }
                self?.link.checkTaken(reply)
                if isLocalEdge { self?.state.withLockedValue { $0.membership.receiver?.notice(notice) } }
            }
            if !isSent, isLocalEdge { state.membership.receiver?.notice(notice) }
        }
    }

    /// Those of the users that are somewhere.
    public func online(
        _ users: [String],
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<Set<String>> {
        let promise = loop.makePromise(of: Set<String>.self)
        let local = state.withLockedValue { state in
            let ticket = state.ticket()
            return state.membership.ask(users, of: application, promise: promise) {
                let words = command.script(RedisScripts.online, [String(ticket), application] + users)
                let isSent = link.isReceiving && link.send(words) { [weak self] in self?.ran($0, ticket) }
                return isSent ? ticket : nil
            }
        }
        if let local { loop.execute { promise.succeed(local) } }
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
            guard let serial = delivery.serial else {
                if !isOwn { state.withLockedValue(\.membership.receiver)?.deliver(delivery) }
                return
            }
            state.withLockedValue { state in
                if isOwn, !isLate, let ticket { state.unconfirmed[ticket] = nil }
                state.membership.take(delivery, serial: serial, isSent: isOwn && isLate)
            }
        }
    }

    private func take(_ change: MembershipChange) {
        if change.kind == .introduced { return reconciler.returned(change.node, forReconciler) }
        reconciler.note(change.node)
        state.withLockedValue { $0.membership.take(change) }
    }

    private func take(_ answer: RedisAnswer) {
        switch answer {
        case .members(let list): reconciler.compare(list, forReconciler)
        case .join(let answer): state.withLockedValue { $0.membership.finish(answer) }
        case .online(let online, let ticket): state.withLockedValue { $0.membership.finish(online, ticket) }
        case .missed(let missed): state.withLockedValue { $0.membership.take(missed) }
        }
    }

    /// The stream is broken: pending requests are answered from this process's own state.
    private func lostStream() {
        state.withLockedValue { state in
            link.breakOff()
            state.membership.delivered.breakOff()
            state.membership.finishAllAlone()
            let unconfirmed = state.unconfirmed.sorted { $0.key < $1.key }
            state.unconfirmed = [:]
            for (_, publication) in unconfirmed { deliverAlone(publication, &state) }
        }
    }
}

// MARK: - Coming back

extension RedisBus {
    /// Registers all of this process's state again, since Redis may have lost it; returns false if Redis cannot be used
    /// yet.
    private func introduce(_ connection: RedisConnection, _ commands: RedisCommands) -> Bool {
        let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
        return state.withLockedValue { state in
            let late = state.late.due(milliseconds: Clock.milliseconds)
            var all = [
                ["SET", RedisCommand.prefix + "epoch", epoch, "NX"].map { Array($0.utf8) },
                command.script(RedisScripts.withdraw, ["returning"]),
            ]
            all += command.restore(state.membership.registry)
            // Ahead of this process's own late events, which its subscribers have.
            let ticket = state.ticket()
            all += state.membership.delivered.requests(ticket).map {
                command.missed($0, ticket: ticket, epoch: state.epoch)
            }
            all += state.membership.outage.reportedLeaves.map { command.reported($0) }
            all += late.map { command.keep($0, ticket: state.ticket(), deadline: RedisCommand.never) }
            // With subscribers from before, this process knows only its own members.
            let isBack = reconciler.hasBeenIntroduced || !state.membership.registry.channels.isEmpty
            all.append(command.script(RedisScripts.introduce, [String(RedisReconciler.lifetime), isBack ? "1" : "0"]))
            // Whatever is published from here on must be received.
            guard link.isReceiving, connection.callAll(all) else { return false }
            state.late.removeAll()
            state.membership.outage.forgetReportedLeaves()
            guard let listed = connection.call(RedisCommand.listNodes),
                let epoch = connection.call(RedisCommand.readEpoch)?.string
            else { return false }
            state.redisForgot = state.epoch != nil && state.epoch != epoch
            state.epoch = epoch
            reconciler.introduced(listed.elements.compactMap(\.string), isBack: isBack, forReconciler)
            commands.open()
            return true
        }
    }

    private func compare(_ list: MemberList, isComplete: Bool) {
        let removed = state.withLockedValue { state in
            state.membership.compare(list, isComplete: isComplete, redisForgot: state.redisForgot)
        }
        for user in removed {
            report(OutageRecord.Departure(application: list.application, channel: list.channel, user: user))
        }
    }

    /// All processes are back: channels that lost their last subscriber here are vacated, unless others have some.
    private func reportVacancies() {
        for vacancy in state.withLockedValue({ $0.membership.outage.takeVacancies() }) { report(vacancy) }
    }

    /// Reports a departure during an outage, unless another process does.
    private func report(_ departure: OutageRecord.Departure) {
        let receiver = state.withLockedValue(\.membership.receiver)
        let swept = Swept(
            application: departure.application,
            channel: departure.channel,
            members: departure.user.isEmpty ? [] : [departure.user],
            isVacated: departure.user.isEmpty
        )
        let words = [departure.application, departure.channel, departure.user]
        // If Redis is down again, the webhook is rather sent twice than never.
        let isSent = link.send(command.script(RedisScripts.claimWebhook, words)) { reply in
            if reply?.number != 0 { receiver?.swept([swept]) }
        }
        if !isSent { receiver?.swept([swept]) }
    }

    /// What the reconciler asks of this bus, which it does not hold.
    private var forReconciler: RedisReconciler.Bus {
        RedisReconciler.Bus(
            presenceChannels: { [weak self] in self?.state.withLockedValue(\.membership.presenceChannels) ?? [] },
            compare: { [weak self] in self?.compare($0, isComplete: $1) },
            reportVacancies: { [weak self] in self?.reportVacancies() },
            receiver: { [weak self] in self?.state.withLockedValue(\.membership.receiver) }
        )
    }
}

// MARK: - Questions

extension RedisBus {
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

    /// The members of a presence channel; while Redis is down, those that this process has stored.
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
        RedisQueries(
            command: command,
            commands: link.commands,
            registry: state.withLockedValue(\.membership.registry),
            application: application,
            loop: loop
        )
    }
}
