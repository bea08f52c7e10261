import PusherProtocol

extension ChannelHost {
    /// The identities of those on a presence channel.
    public func members(of channel: ChannelName, in application: ChannelApplication) async throws -> [String] {
        try await hub.bus.members(channel.text, of: application.id, on: hub.anyLoop).get().map(\.userID)
    }
}
