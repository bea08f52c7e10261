/// What a client cannot do.
public enum ChannelClientError: Error, Sendable, Equatable {
    /// The authentication chosen cannot vouch for this.
    case cannotAuthorize(String)
    /// The application's endpoint answered with another status than 200.
    case refused(status: Int)
    /// The event cannot be sent now: not connected, not subscribed, or not a client event's name or channel.
    case cannotTrigger(String)
}
