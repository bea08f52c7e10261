/// A server's side of one connection: what may be said on it, and what is to be done about it.
///
/// A value without sockets and clocks. Each method takes one thing that happened, with the time in milliseconds of any
/// monotonic clock, and returns what the caller shall do.
public struct ServerConnection: Sendable {
    /// What the caller shall do.
    public enum Action: Sendable, Equatable {
        /// Nothing.
        case ignore
        /// Send this.
        case send(Message)
        /// Join the channel, then tell `joined(_:)` or `refused(_:)`.
        case join(Subscription)
        /// Answer a subscription that stands already.
        case confirm(Subscription)
        /// Leave the channel.
        case leave(Subscription)
        /// Send the event to the channel's other subscribers.
        case publish(ClientEvent)
        /// Bind the connection to the user and answer.
        case signIn(SignIn)
        /// Send the fault, then close with the code.
        case close(CloseCode)
    }

    /// How far a subscription is.
    enum Progress: Sendable { case joining, joined }

    /// The application it belongs to.
    public let application: ChannelApplication
    /// Its number.
    public let socketID: SocketID
    /// The protocol's version the client speaks.
    public let version: Int
    /// The user signed in, if any.
    public internal(set) var user: User?

    var subscriptions: [String: (subscription: Subscription, progress: Progress)] = [:]
    var isClosing = false
    var isAuthorized = false
    /// When it was admitted, milliseconds of the caller's clock.
    public let openedAt: Int64
    var lastActivity: Int64
    var pingedAt: Int64?
    var rate = RateWindow()

    /// A connection that has just been admitted.
    public init(application: ChannelApplication, socketID: SocketID, version: Int = 7, milliseconds: Int64) {
        self.application = application
        self.socketID = socketID
        self.version = version
        openedAt = milliseconds
        lastActivity = milliseconds
    }

    /// The first message to send.
    public var greeting: Message {
        .connectionEstablished(socketID: socketID, activityTimeout: application.options.activityTimeout)
    }

    /// The channels it is subscribed to, or about to be.
    public var channels: [Subscription] { subscriptions.values.map(\.subscription) }

    /// Whether it is subscribed to a channel.
    public func isSubscribed(to channel: String) -> Bool { subscriptions[channel]?.progress == .joined }
}
