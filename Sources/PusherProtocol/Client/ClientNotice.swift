/// What a client receives from its server.
public enum ClientNotice: Sendable, Equatable {
    /// An event; its data as published (the string's contents, or the JSON that stood there).
    case event(Message)
    /// A subscription stands.
    case subscribed(ChannelName)
    /// A subscription to a presence channel stands, and these are there.
    case present(ChannelName, PresenceSnapshot)
    /// A subscription was refused.
    case subscriptionFailed(channel: String, data: JSONText)
    /// A user came to a presence channel.
    case memberAdded(channel: String, Member)
    /// A user left a presence channel.
    case memberRemoved(channel: String, userID: String)
    /// How many subscribers a channel has.
    case subscriptionCount(channel: String, Int)
    /// The server believes who the user is.
    case signedIn(User)
    /// Users of the watchlist came (true) or went.
    case watchlist(online: [String], offline: [String])
    /// A fault the connection survives, or the word before it is closed.
    case fault(code: Int?, message: String)
}
