/// The names of the protocol's own events.
public enum EventName {
    /// The first message of a server.
    public static let connectionEstablished = "pusher:connection_established"
    /// An error.
    public static let error = "pusher:error"
    /// A check whether the peer is alive.
    public static let ping = "pusher:ping"
    /// The answer to a ping.
    public static let pong = "pusher:pong"
    /// A client joins a channel.
    public static let subscribe = "pusher:subscribe"
    /// A client leaves a channel.
    public static let unsubscribe = "pusher:unsubscribe"
    /// A client signs its user in.
    public static let signIn = "pusher:signin"
    /// The server has accepted the sign-in.
    public static let signInSuccess = "pusher:signin_success"
    /// A subscription failed.
    public static let subscriptionError = "pusher:subscription_error"
    /// A cache channel is empty.
    public static let cacheMiss = "pusher:cache_miss"
    /// A subscription succeeded.
    public static let subscriptionSucceeded = "pusher_internal:subscription_succeeded"
    /// The number of subscribers.
    public static let subscriptionCount = "pusher_internal:subscription_count"
    /// A user joined.
    public static let memberAdded = "pusher_internal:member_added"
    /// A user left.
    public static let memberRemoved = "pusher_internal:member_removed"
    /// Users of the watchlist came online or went offline.
    public static let watchlistEvents = "pusher_internal:watchlist_events"

    /// A client asks for deltas on all channels that it joins from now on.
    public static let enableDeltas = "pusher:enable_delta_compression"
    /// The answer to a client that asks for deltas.
    public static let deltasEnabled = "pusher:delta_compression_enabled"
    /// An event as the difference to an earlier one.
    public static let delta = "pusher:delta"
    /// A client cannot apply a delta.
    public static let deltaFault = "pusher:delta_sync_error"

    /// Whether only servers may send events with this name.
    public static func isReserved(_ name: String) -> Bool {
        name.hasPrefix("pusher:") || name.hasPrefix("pusher_internal:")
    }
}
