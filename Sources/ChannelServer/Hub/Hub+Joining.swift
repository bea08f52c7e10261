import NIOCore
import PusherProtocol

extension Hub {
    /// A connection wants to join a channel.
    func join(_ subscription: Subscription, _ subscriber: LoopIsolated<Subscriber>, on shard: LoopIsolated<Shard>) {
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
            if let message = subscriber.state.refused(channel, refusal) { shard.send(message, to: subscriber) }
            return
        }
        guard subscriber.state.joined(channel) else { return }
        enter(join, outcome, subscriber, on: shard)
        answer(join, outcome, to: subscriber, on: shard)
        tell(join, outcome)
    }

    private func enter(_ join: Join, _ outcome: JoinOutcome, _ subscriber: Subscriber, on shard: Shard) {
        let key = Hub.key(join.application.id, join.subscription.channel.text)
        let others = subscriber.state.channels.filter { $0.channel != join.subscription.channel }
        if others.count == 1 { shard.markCrossing(Hub.key(join.application.id, others[0].channel.text)) }
        shard.add(subscriber, to: key, servedTo: outcome.serial, isCrossing: !others.isEmpty)
    }

    private func answer(_ join: Join, _ outcome: JoinOutcome, to subscriber: Subscriber, on shard: Shard) {
        let channel = join.subscription.channel
        shard.send(.subscriptionSucceeded(channel, data: Self.success(outcome, channel)), to: subscriber)
        for message in outcome.stored { shard.send(message, to: subscriber) }
        if outcome.isCacheMiss { shard.send(.cacheMiss(channel), to: subscriber) }
    }

    /// `{}`, or who is there, and where the history stands when there is one.
    static func success(_ outcome: JoinOutcome, _ channel: ChannelName) -> JSONText {
        if channel.kind.access == .presence { return PresenceSnapshot(members: outcome.members).json }
        guard let position = outcome.position else { return .emptyObject }
        var writer = JSONWriter()
        writer.raw("{\"position\":")
        writer.value(position.json)
        if let isRecovered = outcome.isRecovered {
            writer.raw(isRecovered ? ",\"recovered\":true" : ",\"recovered\":false")
        }
        writer.raw("}")
        return writer.text
    }

    private func tell(_ join: Join, _ outcome: JoinOutcome) {
        let channel = join.subscription.channel
        let application = join.application
        counters.subscriptions.add()
        observe(
            HubEvent(kind: .subscribed, application: application.id, channel: channel.text, socketID: join.socketID)
        )
        if outcome.isNewMember, let member = join.subscription.member {
            memberCame(member.userID, channel, application)
        }
        if outcome.isFirst { channelOccupied(channel, application) }
        if outcome.isCacheMiss { cacheMissed(channel, application) }
        announceCount(outcome.count, channel, application)
    }

    /// A subscription that stands is asked for again.
    func confirm(_ subscription: Subscription, _ subscriber: LoopIsolated<Subscriber>, on shard: LoopIsolated<Shard>) {
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
    func leave(_ subscription: Subscription, _ subscriber: Subscriber, on shard: Shard) {
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
        let channel = leave.subscription.channel
        let application = leave.application
        counters.subscriptions.add(-1)
        observe(
            HubEvent(kind: .unsubscribed, application: application.id, channel: channel.text, socketID: leave.socketID)
        )
        if outcome.isMemberGone, let user = leave.subscription.member?.userID {
            memberWent(user, channel, application)
        }
        if outcome.isLast { channelVacated(channel, application) }
        announceCount(outcome.count, channel, application)
    }

    /// Publishes one of the protocol's own events, which no channel keeps.
    func publish(
        _ message: Message,
        to channel: ChannelName,
        of application: ChannelApplication,
        except: SocketID? = nil
    ) {
        bus.publish(
            Publication(application: application, channel: channel, message: message, except: except, isKept: false)
        )
    }
}

/// A reference that is only used on one event loop, carried through closures that run there.
struct LoopIsolated<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
