/// The names of the protocol's own events.
public enum EventName {
    /// First message of a server.
    public static let connectionEstablished = "pusher:connection_established"
    /// A fault.
    public static let error = "pusher:error"
    /// The question whether the other side is there.
    public static let ping = "pusher:ping"
    /// The answer to it.
    public static let pong = "pusher:pong"
    /// A client joins a channel.
    public static let subscribe = "pusher:subscribe"
    /// A client leaves a channel.
    public static let unsubscribe = "pusher:unsubscribe"
    /// A client says who its user is.
    public static let signIn = "pusher:signin"
    /// The server believes it.
    public static let signInSuccess = "pusher:signin_success"
    /// A subscription failed.
    public static let subscriptionError = "pusher:subscription_error"
    /// A cache channel holds nothing.
    public static let cacheMiss = "pusher:cache_miss"
    /// A subscription stands.
    public static let subscriptionSucceeded = "pusher_internal:subscription_succeeded"
    /// How many subscribers there are.
    public static let subscriptionCount = "pusher_internal:subscription_count"
    /// A user came.
    public static let memberAdded = "pusher_internal:member_added"
    /// A user went.
    public static let memberRemoved = "pusher_internal:member_removed"
    /// Users of the watchlist came or went.
    public static let watchlistEvents = "pusher_internal:watchlist_events"

    /// Whether only servers may send events of this name.
    public static func isReserved(_ name: String) -> Bool {
        name.hasPrefix("pusher:") || name.hasPrefix("pusher_internal:")
    }
}
