import PusherProtocol

/// What happens on a server, for observers such as its console.
public struct HubEvent: Sendable {
    /// What kind of thing happened.
    public enum Kind: String, Sendable {
        /// A connection was opened.
        case connected
        /// A connection is gone.
        case disconnected
        /// A connection joined a channel.
        case subscribed
        /// A connection left a channel.
        case unsubscribed
        /// An event came over the HTTP interface.
        case published
        /// A client published.
        case clientEvent
        /// A webhook was sent, or failed.
        case webhook
    }

    /// What kind of thing happened.
    public let kind: Kind
    /// The application's number.
    public let application: String
    /// Where, if on a channel.
    public var channel: String?
    /// The event's name, or the webhook's outcome.
    public var event: String?
    /// The event's data as it came.
    public var data: JSONText?
    /// The connection.
    public var socketID: SocketID?
}
