import NIOCore
import PusherProtocol

/// Where connections, the bus and the outside meet: one shard an event loop, one bus for all.
final class Hub: BusReceiver {
    let applications: ApplicationDirectory
    let bus: any ChannelBus
    let webhooks: WebhookSender
    let counters = Counters()
    let observers = EventObservers()
    let use = ApplicationUse()
    let admission: ConnectionAdmission
    let shards: Shards
    private let notices: ChannelNotices
    /// How many connections are closed at once when the server stops.
    private let drainBatch: Int

    init(
        applications: ApplicationDirectory,
        bus: any ChannelBus,
        group: any EventLoopGroup,
        webhooks: WebhookSender,
        drainBatch: Int = 1_000
    ) {
        self.drainBatch = drainBatch
        self.applications = applications
        self.bus = bus
        self.webhooks = webhooks
        admission = ConnectionAdmission(applications: applications, use: use, counters: counters)
        shards = Shards(group: group)
        notices = ChannelNotices(bus: bus, webhooks: webhooks, loop: shards.anyLoop)
    }

    static func key(_ application: String, _ channel: String) -> String { application + "/" + channel }

    // MARK: - The life of a connection

    /// Adds an opened connection and greets it.
    func opened(_ subscriber: Subscriber, on shard: Shard) {
        shard.add(subscriber)
        admission.opened()
        notify(.connected, subscriber)
        shard.send(subscriber.state.greeting, to: subscriber)
    }

    /// Processes a message, and returns the action that the connection's state decided.
    @discardableResult
    func received(_ message: [UInt8], from subscriber: Subscriber, on shard: Shard) -> ServerConnection.Action {
        counters.received.add()
        let action = subscriber.state.received(message, milliseconds: Clock.milliseconds)
        switch action {
        case .ignore: break
        case .send(let message):
            if message.event == EventName.subscriptionError { counters.joinsRefused.add() }
            shard.send(message, to: subscriber)
        case .join(let wanted): join(wanted, LoopIsolated(subscriber), on: LoopIsolated(shard))
        case .confirm(let held): confirm(held, LoopIsolated(subscriber), on: LoopIsolated(shard))
        case .leave(let left): leave(left, subscriber, on: shard)
        case .publish(let event): publish(event, from: subscriber)
        case .resynchronize(let channel, let key): shard.resynchronize(subscriber, on: channel, key)
        case .signIn(let signIn): self.signIn(signIn, LoopIsolated(subscriber), on: LoopIsolated(shard))
        case .close(let code): close(subscriber, code, on: shard)
        }
        return action
    }

    /// Removes a closed connection.
    func closed(_ subscriber: Subscriber, on shard: Shard) {
        subscriber.wasCut = nil
        for left in subscriber.state.closed() { leave(left, subscriber, on: shard) }
        signOut(subscriber, on: shard)
        shard.remove(subscriber)
        admission.closed(from: subscriber.state.application)
        notify(.disconnected, subscriber)
    }

    private func notify(_ kind: HubEvent.Kind, _ subscriber: Subscriber) {
        let application = subscriber.state.application.id
        observers.notify(HubEvent(kind: kind, application: application, socketID: subscriber.socketID))
    }

    // MARK: - From the bus

    func deliver(_ delivery: Delivery) {
        counters.published.add()
        spread(delivery)
    }

    /// Hands an event to this process's subscribers, uncounted.
    func spread(_ delivery: Delivery) {
        shards.deliver(delivery, to: Hub.key(delivery.application, delivery.channel))
    }

    func notice(_ notice: BusNotice) {
        for bound in shards.all { bound.loop.execute { self.take(notice, on: bound.shard) } }
    }

    func swept(_ left: [Swept]) {
        for item in left {
            guard let application = applications.application(id: item.application) else { continue }
            notices.swept(item, of: application)
        }
    }

    // MARK: - Joining and leaving

    /// Joins a channel for a connection.
    private func join(
        _ subscription: Subscription,
        _ subscriber: LoopIsolated<Subscriber>,
        on shard: LoopIsolated<Shard>
    ) {
        let state = subscriber.value.state
        let join = Join(
            application: state.application,
            socketID: state.socketID,
            subscription: subscription,
            user: state.user?.id
        )
        bus.join(join, on: shard.value.loop).whenComplete { result in
            let outcome = (try? result.get()) ?? JoinOutcome(refusal: .unavailable)
            self.joined(join, outcome, subscriber.value, on: shard.value)
        }
    }

    private func joined(_ join: Join, _ outcome: JoinOutcome, _ subscriber: Subscriber, on shard: Shard) {
        let channel = join.subscription.channel
        if let refusal = outcome.refusal {
            counters.joinsRefused.add()
            if let message = subscriber.state.refused(channel, refusal) { shard.send(message, to: subscriber) }
            return
        }
        guard subscriber.state.joined(channel) else { return }
        enter(join, outcome, subscriber, on: shard)
        answer(join, outcome, to: subscriber, on: shard)
        counters.subscriptions.add()
        observers.notify(
            HubEvent(
                kind: .subscribed,
                application: join.application.id,
                channel: channel.text,
                socketID: join.socketID
            )
        )
        notices.joined(join, outcome)
    }

    private func enter(_ join: Join, _ outcome: JoinOutcome, _ subscriber: Subscriber, on shard: Shard) {
        let key = Hub.key(join.application.id, join.subscription.channel.text)
        let others = subscriber.state.channels.filter { $0.channel != join.subscription.channel }
        if others.count == 1 { shard.markCrossing(Hub.key(join.application.id, others[0].channel.text)) }
        let options = join.subscription.options
        shard.add(subscriber, to: key, servedTo: outcome.serial, options: options, isCrossing: !others.isEmpty)
    }

    private func answer(_ join: Join, _ outcome: JoinOutcome, to subscriber: Subscriber, on shard: Shard) {
        let channel = join.subscription.channel
        shard.send(.subscriptionSucceeded(channel, data: outcome.success(on: channel)), to: subscriber)
        if let answer = join.subscription.deltaAnswer { shard.send(.deltas(answer, on: channel), to: subscriber) }
        let wanted = outcome.stored.filter { join.subscription.options.admits($0.extras) }
        for message in wanted { shard.send(message, to: subscriber) }
        if outcome.isCacheMiss { shard.send(.cacheMiss(channel), to: subscriber) }
    }

    /// A subscription that stands is asked for again.
    private func confirm(
        _ subscription: Subscription,
        _ subscriber: LoopIsolated<Subscriber>,
        on shard: LoopIsolated<Shard>
    ) {
        let channel = subscription.channel
        guard channel.kind.access == .presence else {
            shard.value.send(.subscriptionSucceeded(channel), to: subscriber.value)
            return
        }
        let application = subscriber.value.state.application.id
        bus.members(channel.text, of: application, on: shard.value.loop).whenSuccess { members in
            let snapshot = PresenceSnapshot(members: members)
            shard.value.send(.subscriptionSucceeded(channel, data: snapshot.json), to: subscriber.value)
        }
    }

    /// A connection leaves a channel.
    private func leave(_ subscription: Subscription, _ subscriber: Subscriber, on shard: Shard) {
        let application = subscriber.state.application
        shard.remove(subscriber, from: Hub.key(application.id, subscription.channel.text))
        let leave = Leave(
            application: application,
            socketID: subscriber.socketID,
            subscription: subscription,
            user: subscriber.state.user?.id
        )
        bus.leave(leave, on: shard.loop).whenSuccess { self.left(leave, $0) }
    }

    private func left(_ leave: Leave, _ outcome: LeaveOutcome) {
        counters.subscriptions.add(-1)
        observers.notify(
            HubEvent(
                kind: .unsubscribed,
                application: leave.application.id,
                channel: leave.subscription.channel.text,
                socketID: leave.socketID
            )
        )
        notices.left(leave, outcome)
    }

    // MARK: - Publishing

    /// A client publishes.
    private func publish(_ event: ClientEvent, from subscriber: Subscriber) {
        let application = subscriber.state.application
        let message = Message(event: event.name, channel: event.channel.text, data: event.data, userID: event.userID)
        let isHistory = application.historyRule(for: event.channel) != nil
        bus.publish(
            Publication(
                application: application,
                channel: event.channel,
                message: message,
                except: subscriber.socketID,
                isKept: isHistory
            )
        )
        counters.clientEvents.add()
        notices.published(event, by: subscriber.socketID, of: application)
        observers.notify(
            HubEvent(
                kind: .clientEvent,
                application: application.id,
                channel: event.channel.text,
                event: event.name,
                data: event.data,
                socketID: subscriber.socketID
            )
        )
    }

    /// An event came over the HTTP interface.
    func publish(_ request: EventRequest, of application: ChannelApplication) {
        for channel in request.channels {
            var message = Message(event: request.name, channel: channel.text, data: request.data)
            message.extras = request.extras
            publish(message, to: channel, of: application, except: request.socketID)
        }
    }

    /// The application publishes.
    func publish(
        _ message: Message,
        to channel: ChannelName,
        of application: ChannelApplication,
        except: SocketID? = nil
    ) {
        bus.publish(Publication(application: application, channel: channel, message: message, except: except))
        observers.notify(
            HubEvent(
                kind: .published,
                application: application.id,
                channel: channel.text,
                event: message.event,
                data: message.data
            )
        )
    }

    // MARK: - Users

    /// Signs a connection's user in.
    private func signIn(_ signIn: SignIn, _ subscriber: LoopIsolated<Subscriber>, on shard: LoopIsolated<Shard>) {
        let application = subscriber.value.state.application
        let user = signIn.user
        shard.value.send(.signInSuccess(userData: signIn.userData), to: subscriber.value)
        guard signIn.isNew else { return }
        shard.value.users.add(subscriber.value, as: user, of: application.id)
        if user.isWatchlistCut {
            let error = Message.error(.watchlistCut, "Only the first \(application.limits.watchlist) users are watched")
            shard.value.send(error, to: subscriber.value)
        }
        bus.signIn(user.id, of: application.id)
        guard !user.watchlist.isEmpty else { return }
        bus.online(user.watchlist, of: application.id, on: shard.value.loop).whenSuccess { online in
            let unsent = user.watchlist.filter { watched in
                let key = Hub.key(application.id, watched)
                return shard.value.users.noteOnline(online.contains(watched), key, of: subscriber.value)
            }
            guard !unsent.isEmpty else { return }
            let (present, absent) = (unsent.filter(online.contains), unsent.filter { !online.contains($0) })
            shard.value.send(.watchlist(online: present, offline: absent), to: subscriber.value)
        }
    }

    /// A connection has closed; its user may be offline now.
    private func signOut(_ subscriber: Subscriber, on shard: Shard) {
        guard let user = subscriber.state.user else { return }
        let application = subscriber.state.application.id
        shard.users.remove(subscriber, as: user, of: application)
        bus.signOut(user.id, of: application)
    }

    /// A notice of the bus, on one shard.
    private func take(_ notice: BusNotice, on shard: Shard) {
        let key = Hub.key(notice.application, notice.user)
        switch notice.kind {
        case .userCame: sendWatchers(of: notice.user, true, key, on: shard)
        case .userWent: sendWatchers(of: notice.user, false, key, on: shard)
        case .terminate:
            for subscriber in shard.users.connections(of: key) { end(subscriber, .unauthorized, on: shard) }
        }
    }

    private func sendWatchers(of user: String, _ isOnline: Bool, _ key: String, on shard: Shard) {
        for watcher in shard.users.noteOnline(isOnline, key) {
            shard.send(.watchlist(online: isOnline ? [user] : [], offline: isOnline ? [] : [user]), to: watcher)
        }
    }

    /// The bus reaches all processes again: watchers are sent what changed meanwhile.
    func reunited() {
        for bound in shards.all {
            bound.loop.execute {
                for (application, users) in bound.shard.users.watched {
                    self.bus.online(users, of: application, on: bound.loop).whenSuccess { online in
                        for user in users {
                            let key = Hub.key(application, user)
                            self.sendWatchers(of: user, online.contains(user), key, on: bound.shard)
                        }
                    }
                }
            }
        }
    }

    // MARK: - Ending

    /// Sends a connection the reason, and closes it.
    func end(_ subscriber: Subscriber, _ code: CloseCode, on shard: Shard) {
        guard case .close(let code) = subscriber.state.end(code) else { return }
        close(subscriber, code, on: shard)
    }

    /// Carries out the state's decision to close.
    private func close(_ subscriber: Subscriber, _ code: CloseCode, on shard: Shard) {
        if code.rawValue >= 4000, !subscriber.isCut { shard.send(.error(code, code.reason), to: subscriber) }
        shard.flush()
        counters.closed(code)
        subscriber.close(code)
    }

    /// Looks after silent clients once per second on every loop.
    func startTicking() -> [RepeatedTask] {
        shards.all.map { bound in
            bound.loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                self.tick(bound.shard)
            }
        }
    }

    private func tick(_ shard: Shard) {
        let now = Clock.milliseconds
        for subscriber in shard.subscribers.values {
            switch subscriber.state.tick(milliseconds: now) {
            case .send(let message): shard.send(message, to: subscriber)
            case .close(let code): close(subscriber, code, on: shard)
            default: break
            }
        }
    }

    /// Refuses new connections and begins to close all with the code to reconnect elsewhere; once, however often it
    /// is called.
    func beginDraining() {
        guard admission.stopAccepting() else { return }
        Task { await closeAllToReconnect(batch: drainBatch) }
    }

    /// Closes every connection with 4200, a batch every tenth of a second, so that they do not all reconnect at once.
    private func closeAllToReconnect(batch: Int) async {
        var isDone = false
        while !isDone {
            isDone = true
            for bound in shards.all {
                let left = try? await bound.loop.submit { () -> Int in
                    let open = bound.shard.subscribers.values.filter { !$0.isCut }
                    for subscriber in open.prefix(batch) { self.end(subscriber, .reconnect, on: bound.shard) }
                    return max(0, open.count - batch)
                }.get()
                if let left, left > 0 { isDone = false }
            }
            if !isDone { await pause(milliseconds: 100) }
        }
    }

    /// Waits, even in a task that has been cancelled: a server that stops still closes its connections in order.
    func pause(milliseconds: Int64) async {
        try? await shards.anyLoop.scheduleTask(in: .milliseconds(milliseconds)) {}.futureResult.get()
    }
}
