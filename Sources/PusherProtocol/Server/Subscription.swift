/// A validated request to join a channel.
public struct Subscription: Sendable, Equatable {
    /// The channel.
    public let channel: ChannelName
    /// The member; presence channels only.
    public let member: Member?
    /// The last received event, from a client that recovers missed events.
    public let position: HistoryPosition?
    /// Which of the channel's events it receives, and how.
    public var options = DeliveryOptions()
    /// The answer to the request for deltas; nil if the client has not asked on this channel.
    public var deltaAnswer: DeltaAnswer?
}

/// Which of a channel's events a subscriber receives, and how.
public struct DeliveryOptions: Sendable, Equatable {
    /// Only events that match, and the protocol's own; nil for all.
    public var filter: TagFilter?
    /// Whether an event may come as the difference to an earlier one.
    public var takesDeltas: Bool

    /// By default all events, each whole.
    public init(filter: TagFilter? = nil, takesDeltas: Bool = false) {
        self.filter = filter
        self.takesDeltas = takesDeltas
    }
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
