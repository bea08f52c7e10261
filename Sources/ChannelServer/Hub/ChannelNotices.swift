import NIOCore
import PusherProtocol

/// What happens to channels, as webhooks and, for the number of subscribers, as an event.
final class ChannelNotices: Sendable {
    private let bus: any ChannelBus
    private let webhooks: WebhookSender
    private let loop: any EventLoop
    private let leaves = LeaveDebouncer()
    private let counts = CountAnnouncer()

    init(bus: any ChannelBus, webhooks: WebhookSender, loop: any EventLoop) {
        self.bus = bus
        self.webhooks = webhooks
        self.loop = loop
    }

    /// A subscription stands.
    func joined(_ join: Join, _ outcome: JoinOutcome) {
        let channel = join.subscription.channel
        let application = join.application
        if outcome.isNewMember, let user = join.subscription.member?.userID { memberJoined(user, channel, application) }
        if outcome.isFirst { occupied(channel, application) }
        if outcome.isCacheMiss { cacheMissed(channel, application) }
        announceCount(outcome.count, channel, application)
    }

    /// A subscription is gone.
    func left(_ leave: Leave, _ outcome: LeaveOutcome) {
        let channel = leave.subscription.channel
        let application = leave.application
        if outcome.isMemberGone, let user = leave.subscription.member?.userID { memberLeft(user, channel, application) }
        if outcome.isLast { vacated(channel, application) }
        announceCount(outcome.count, channel, application)
    }

    /// Subscriptions of a process that died are gone.
    func swept(_ swept: Swept, of application: ChannelApplication) {
        for user in swept.members {
            webhooks.send(Self.member(.memberRemoved, user, swept.channel), of: application)
        }
        if swept.isVacated { webhooks.send(WebhookEvent(.channelVacated, channel: swept.channel), of: application) }
    }

    /// A client published.
    func published(_ event: ClientEvent, by socketID: SocketID, of application: ChannelApplication) {
        guard webhooks.isWanted(.clientEvent, by: application) else { return }
        var members: [(name: String, value: JSONText)] = [
            ("event", JSONText(string: event.name)), ("data", event.data),
            ("socket_id", JSONText(string: socketID.description)),
        ]
        if let user = event.userID { members.append(("user_id", JSONText(string: user))) }
        webhooks.send(WebhookEvent(.clientEvent, channel: event.channel.text, members: members), of: application)
    }

    private func occupied(_ channel: ChannelName, _ application: ChannelApplication) {
        guard !leaves.cameBack(Hub.key(application.id, channel.text)) else { return }
        webhooks.send(WebhookEvent(.channelOccupied, channel: channel.text), of: application)
    }

    private func vacated(_ channel: ChannelName, _ application: ChannelApplication) {
        leaves.left(Hub.key(application.id, channel.text), on: loop) {
            self.bus.channel(channel.text, of: application.id, on: self.loop).whenSuccess { summary in
                guard summary.subscriptionCount == 0 else { return }
                self.webhooks.send(WebhookEvent(.channelVacated, channel: channel.text), of: application)
            }
        }
    }

    private func memberJoined(_ user: String, _ channel: ChannelName, _ application: ChannelApplication) {
        guard !leaves.cameBack(Hub.key(application.id, channel.text) + "/" + user) else { return }
        webhooks.send(Self.member(.memberAdded, user, channel.text), of: application)
    }

    private func memberLeft(_ user: String, _ channel: ChannelName, _ application: ChannelApplication) {
        leaves.left(Hub.key(application.id, channel.text) + "/" + user, on: loop) {
            self.bus.members(channel.text, of: application.id, on: self.loop).whenSuccess { members in
                guard !members.contains(where: { $0.userID == user }) else { return }
                self.webhooks.send(Self.member(.memberRemoved, user, channel.text), of: application)
            }
        }
    }

    private func cacheMissed(_ channel: ChannelName, _ application: ChannelApplication) {
        guard counts.isFirstMiss(Hub.key(application.id, channel.text), milliseconds: Clock.milliseconds) else {
            return
        }
        webhooks.send(WebhookEvent(.cacheMiss, channel: channel.text), of: application)
    }

    /// Publishes the number of subscribers, if the application enables it.
    private func announceCount(_ count: Int, _ channel: ChannelName, _ application: ChannelApplication) {
        guard application.options.subscriptionCount, channel.kind.access != .presence else { return }
        let key = Hub.key(application.id, channel.text)
        counts.changed(key, to: count, on: loop) { count in
            if count > 0 {
                let message = Message.subscriptionCount(channel, count)
                self.bus.publish(
                    Publication(application: application, channel: channel, message: message, isKept: false)
                )
            }
            let member = (name: "subscription_count", value: JSONText(integer: count))
            self.webhooks.send(
                WebhookEvent(.subscriptionCount, channel: channel.text, members: [member]),
                of: application
            )
        }
    }

    private static func member(_ name: WebhookEvent.Name, _ user: String, _ channel: String) -> WebhookEvent {
        WebhookEvent(name, channel: channel, members: [("user_id", JSONText(string: user))])
    }
}
