/// A checked wish to join a channel.
public struct Subscription: Sendable, Equatable {
    /// Where.
    public let channel: ChannelName
    /// As whom; presence channels only.
    public let member: Member?
    /// The last event seen, from a client that recovers what it missed.
    public let position: HistoryPosition?
}

/// An event a client publishes, checked.
public struct ClientEvent: Sendable, Equatable {
    /// The event's name, beginning `client-`.
    public let name: String
    /// Where.
    public let channel: ChannelName
    /// The data as it came, a string or any other value.
    public let data: JSONText
    /// Who; presence channels only.
    public let userID: String?
}

/// A sign-in that has been checked.
public struct SignIn: Sendable, Equatable {
    /// The user.
    public let user: User
    /// The user's data as it was signed.
    public let userData: String
    /// Whether the connection was not bound to this user before.
    public let isNew: Bool
}
