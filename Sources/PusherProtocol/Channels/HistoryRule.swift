/// The channels that keep their last events, so that a reconnecting client receives what it missed.
public struct HistoryRule: Sendable, Equatable {
    /// What a subscription without a position receives.
    public enum Replay: Sendable, Equatable {
        /// The events since this user's last connection to the channel ended; only for users with a known identity.
        case missed
        /// Every event still kept.
        case always
        /// Nothing; only a client that states a position receives events.
        case onRequest
    }

    /// The prefix of the channels' names; empty for all.
    public var prefix: String
    /// The number of events that are kept.
    public var events: Int
    /// How long events are kept, seconds.
    public var seconds: Int
    /// What a client without history support receives.
    public var replay: Replay

    /// A rule for channels whose names have a prefix.
    public init(prefix: String, events: Int = 100, seconds: Int = 120, replay: Replay = .missed) {
        self.prefix = prefix
        self.events = events
        self.seconds = seconds
        self.replay = replay
    }
}
