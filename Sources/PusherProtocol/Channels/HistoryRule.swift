/// Which channels keep their last events, so that a client that was away gets what it missed.
public struct HistoryRule: Sendable, Equatable {
    /// What a subscription without a position gets.
    public enum Replay: Sendable, Equatable {
        /// The events since this user's last connection to the channel ended; only users that are known by name.
        case missed
        /// Every event still kept.
        case always
        /// Nothing; only a client that names a position is served.
        case onRequest
    }

    /// The beginning of the channels' names; empty for all.
    public var prefix: String
    /// How many events are kept.
    public var events: Int
    /// How long events are kept, seconds.
    public var seconds: Int
    /// What a stock client gets.
    public var replay: Replay

    /// A rule for channels whose names begin alike.
    public init(prefix: String, events: Int = 100, seconds: Int = 120, replay: Replay = .missed) {
        self.prefix = prefix
        self.events = events
        self.seconds = seconds
        self.replay = replay
    }
}
