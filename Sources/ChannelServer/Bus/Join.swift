import PusherProtocol

/// A subscription to add.
public struct Join: Sendable {
    /// The application.
    public let application: ChannelApplication
    /// The connection.
    public let socketID: SocketID
    /// The channel, the member, and the position.
    public let subscription: Subscription
    /// The signed-in user, by whom a stock client's missed events are found where it is no presence channel.
    public let user: String?

    /// By whom a stock client's missed events are found.
    var returningUser: String? { subscription.member?.userID ?? user }

    /// Whether the channel keeps events, in a cache or a history.
    var keepsEvents: Bool {
        subscription.channel.kind.isCached || application.historyRule(for: subscription.channel) != nil
    }
}

/// The result of a join.
public struct JoinOutcome: Sendable {
    /// Nil when the subscription stands.
    public var refusal: SubscriptionRefusal?
    /// Whether it is the channel's first subscription.
    public var isFirst = false
    /// Whether it is this user's first connection to the presence channel.
    public var isNewMember = false
    /// How many subscriptions there are now.
    public var count = 0
    /// Who is there now; presence channels only.
    public var members: [Member] = []
    /// What the channel holds, and events that were missed, in order.
    public var stored: [Message] = []
    /// Whether a cache channel holds nothing.
    public var isCacheMiss = false
    /// Where the channel's history stands; nil when it keeps none.
    public var position: HistoryPosition?
    /// The number of the last event kept; later ones come live.
    public var serial: Int64?
    /// Whether the client got all it missed.
    public var isRecovered: Bool?

    /// The data of the answer: `{}`, or the members, and the history's position if the channel has one.
    func success(on channel: ChannelName) -> JSONText {
        if channel.kind.access == .presence { return PresenceSnapshot(members: members).json }
        guard let position else { return .emptyObject }
        var writer = JSONWriter()
        writer.raw("{\"position\":")
        writer.value(position.json)
        if let isRecovered {
            writer.raw(isRecovered ? ",\"recovered\":true" : ",\"recovered\":false")
        }
        writer.raw("}")
        return writer.text
    }
}

/// A subscription to remove.
public struct Leave: Sendable {
    /// The application.
    public let application: ChannelApplication
    /// The connection.
    public let socketID: SocketID
    /// Where, as whom.
    public let subscription: Subscription
    /// The signed-in user.
    public let user: String?

    var returningUser: String? { subscription.member?.userID ?? user }
}

/// The result of a leave.
public struct LeaveOutcome: Sendable {
    /// Whether it was the channel's last subscription.
    public var isLast = false
    /// Whether it was this user's last connection to the presence channel.
    public var isMemberGone = false
    /// How many subscriptions there are now.
    public var count = 0
}

/// A channel as the HTTP interface describes it.
public struct ChannelSummary: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// How many subscriptions there are.
    public let subscriptionCount: Int
    /// How many users are there; presence channels only.
    public let userCount: Int
}

/// The removed subscriptions of a dead process.
public struct Swept: Sendable, Equatable {
    /// The application's number.
    public let application: String
    /// The channel's name.
    public let channel: String
    /// The users that are gone from it.
    public let members: [String]
    /// Whether the channel has no subscribers any more.
    public let isVacated: Bool
}
