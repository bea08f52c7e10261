/// What a client receives from its server.
public enum ClientNotice: Sendable, Equatable {
    /// An event; its data as published (the string's contents, or the JSON of another value).
    case event(Message)
    /// A channel is subscribed.
    case subscribed(ChannelName)
    /// A presence channel is subscribed, and has these members.
    case present(ChannelName, PresenceSnapshot)
    /// A subscription was refused.
    case subscriptionFailed(channel: String, data: JSONText)
    /// A user came to a presence channel.
    case memberAdded(channel: String, Member)
    /// A user left a presence channel.
    case memberRemoved(channel: String, userID: String)
    /// The number of a channel's subscribers.
    case subscriptionCount(channel: String, Int)
    /// The server has accepted the sign-in.
    case signedIn(User)
    /// Users of the watchlist came online or went offline.
    case watchlist(online: [String], offline: [String])
    /// An error that the connection survives, or the reason before it is closed.
    case fault(code: Int?, message: String)
}
