import NIOCore
import PusherProtocol

extension Hub {
    func channelOccupied(_ channel: ChannelName, _ application: ChannelApplication) {
        guard !journal.cameBack(Hub.key(application.id, channel.text)) else { return }
        webhooks.send(WebhookEvent(.channelOccupied, channel: channel.text), of: application)
    }

    func channelVacated(_ channel: ChannelName, _ application: ChannelApplication) {
        let key = Hub.key(application.id, channel.text)
        journal.went(key, on: anyLoop) {
            self.bus.channel(channel.text, of: application.id, on: self.anyLoop).whenSuccess { summary in
                guard summary.subscriptionCount == 0 else { return }
                self.webhooks.send(WebhookEvent(.channelVacated, channel: channel.text), of: application)
            }
        }
    }

    func memberCame(_ user: String, _ channel: ChannelName, _ application: ChannelApplication) {
        guard !journal.cameBack(Hub.key(application.id, channel.text) + "/" + user) else { return }
        webhooks.send(Self.member(.memberAdded, user, channel.text), of: application)
    }

    func memberWent(_ user: String, _ channel: ChannelName, _ application: ChannelApplication) {
        let key = Hub.key(application.id, channel.text) + "/" + user
        journal.went(key, on: anyLoop) {
            self.bus.members(channel.text, of: application.id, on: self.anyLoop).whenSuccess { members in
                guard !members.contains(where: { $0.userID == user }) else { return }
                self.webhooks.send(Self.member(.memberRemoved, user, channel.text), of: application)
            }
        }
    }

    func cacheMissed(_ channel: ChannelName, _ application: ChannelApplication) {
        guard counts.isFirstMiss(Hub.key(application.id, channel.text), milliseconds: Clock.milliseconds) else {
            return
        }
        webhooks.send(WebhookEvent(.cacheMiss, channel: channel.text), of: application)
    }

    /// Tells subscribers how many they are, where the application wants it.
    func announceCount(_ count: Int, _ channel: ChannelName, _ application: ChannelApplication) {
        guard application.options.subscriptionCount, channel.kind.access != .presence else { return }
        let key = Hub.key(application.id, channel.text)
        counts.changed(key, to: count, on: anyLoop) { count in
            if count > 0 { self.publish(.subscriptionCount(channel, count), to: channel, of: application) }
            let member = (name: "subscription_count", value: JSONText(integer: count))
            self.webhooks.send(
                WebhookEvent(.subscriptionCount, channel: channel.text, members: [member]),
                of: application
            )
        }
    }

    /// A process died; webhooks say that what it left behind is gone.
    func tell(_ swept: Swept) {
        guard let application = applications.application(id: swept.application),
            let channel = try? ChannelName(swept.channel, limit: 1000)
        else { return }
        for user in swept.members {
            webhooks.send(Self.member(.memberRemoved, user, channel.text), of: application)
        }
        if swept.isVacated { webhooks.send(WebhookEvent(.channelVacated, channel: channel.text), of: application) }
    }

    private static func member(_ name: WebhookEvent.Name, _ user: String, _ channel: String) -> WebhookEvent {
        WebhookEvent(name, channel: channel, members: [("user_id", JSONText(string: user))])
    }
}
