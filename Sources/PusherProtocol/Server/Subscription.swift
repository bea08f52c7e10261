/// A validated request to join a channel.
public struct Subscription: Sendable, Equatable {
    /// The channel.
    public let channel: ChannelName
    /// The member; presence channels only.
    public let member: Member?
    /// The last received event, from a client that recovers missed events.
    public let position: HistoryPosition?
}

/// A validated event that a client publishes.
public struct ClientEvent: Sendable, Equatable {
    /// The event's name, which starts with `client-`.
    public let name: String
    /// The channel.
    public let channel: ChannelName
    /// The data as received, a string or any other value.
    public let data: JSONText
    /// The sender; presence channels only.
    public let userID: String?
}

/// A validated sign-in.
public struct SignIn: Sendable, Equatable {
    /// The user.
    public let user: User
    /// The user's data as signed.
    public let userData: String
    /// Whether the connection was not bound to this user before.
    public let isNew: Bool
}
