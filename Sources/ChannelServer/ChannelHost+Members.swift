import PusherProtocol

extension ChannelHost {
    /// The identities of those on a presence channel.
    public func members(of channel: ChannelName, in application: ChannelApplication) async throws -> [String] {
        try await hub.bus.members(channel.text, of: application.id, on: hub.anyLoop).get().map(\.userID)
    }

    /// Whether anybody is subscribed to a channel.
    public func isOccupied(_ channel: ChannelName, in application: ChannelApplication) async throws -> Bool {
        try await hub.bus.channel(channel.text, of: application.id, on: hub.anyLoop).get().subscriptionCount > 0
    }

    /// Closes this process's connections that are subscribed to a channel with 4009, after which stock clients do not reconnect.
    ///
    /// On a presence channel a member may be named, whose connections alone are closed.
    public func disconnect(_ member: String?, from channel: ChannelName, in application: ChannelApplication) {
        let key = Hub.key(application.id, channel.text)
        for bound in hub.allShards {
            bound.loop.execute { [hub] in
                for subscriber in bound.shard.topic(key)?.subscribers ?? [] {
                    let held = subscriber.state.channels.first { $0.channel == channel }
                    guard member == nil || held?.member?.userID == member else { continue }
                    hub.end(subscriber, .unauthorized, on: bound.shard)
                }
            }
        }
    }
}
