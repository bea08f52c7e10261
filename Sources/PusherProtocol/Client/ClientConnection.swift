/// A client's side of a connection through all its attempts: what it is subscribed to, when to try again, what to say.
///
/// A value without sockets, clocks and randomness: times are milliseconds of any monotonic clock, `jitter` is drawn by the
/// caller from 0 to 1.
public struct ClientConnection: Sendable {
    /// What the caller shall do.
    public enum Action: Sendable, Equatable {
        /// Nothing.
        case ignore
        /// Open a socket.
        case open(isTLS: Bool)
        /// Close the socket.
        case close
        /// Send this.
        case send(Message)
        /// Get authorisations for these, sign in if it is set, and send these.
        case established(SocketID, authorize: [ChannelName], send: [Message], signsIn: Bool)
        /// Get an authorisation, then tell `authorized`.
        case authorize(ChannelName, SocketID)
        /// Tell the user, and join the signed-in user's own channel.
        case signedIn(User, send: Message)
        /// Pass it to the user.
        case notify(ClientNotice)
        /// Call `reconnect` after this time.
        case wait(milliseconds: Int64)
        /// Give up.
        case fail(CloseCode)
    }

    /// How a client behaves.
    public struct Options: Sendable, Equatable {
        /// Silence after which it pings, seconds; the server's own value counts when it is smaller.
        public var activityTimeout = 120
        /// How long it waits for a pong, seconds.
        public var pongTimeout = 30
        /// After this long without a connection it shows as unavailable, seconds.
        public var unavailableTimeout = 10
        /// The longest wait between attempts, milliseconds.
        public var longestWait: Int64 = 30_000
        /// Whether the first attempt uses TLS.
        public var isTLS = false

        /// The defaults of pusher-js.
        public init() {}
    }

    struct Held: Sendable {
        let name: ChannelName
        var isSubscribed = false
        var isPending = false
        var position: HistoryPosition?
    }

    /// How it behaves.
    public let options: Options
    /// What it shows to its user.
    public internal(set) var state: ConnectionState = .initialized
    var channels: [String: Held] = [:]
    var isTLS: Bool
    var signsIn = false
    var attempts = 0
    var lastActivity: Int64 = 0
    var pingedAt: Int64?
    var disconnectedAt: Int64?
    var activityTimeout: Int64

    /// A connection that has not been asked to connect.
    public init(options: Options = Options()) {
        self.options = options
        isTLS = options.isTLS
        activityTimeout = Int64(options.activityTimeout) * 1000
    }

    /// The socket's number, nil while not connected.
    public var socketID: SocketID? {
        if case .connected(let id) = state { id } else { nil }
    }

    /// Whether a channel's subscription stands now.
    public func isSubscribed(to channel: ChannelName) -> Bool { channels[channel.text]?.isSubscribed ?? false }
}
