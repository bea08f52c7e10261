/// One application of a server: its identity, secret, limits and options.
public final class ChannelApplication: Sendable {
    /// Its identity in HTTP paths.
    public let id: String
    /// A name for people.
    public let name: String
    /// The key and the secret.
    public let credentials: Credentials
    /// The limits.
    public let limits: Limits
    /// The options.
    public let options: Options
    /// The channels that keep history; the first matching rule applies.
    public let history: [HistoryRule]
    /// The addresses of webhooks.
    public let webhooks: [WebhookTarget]

    /// The options of an application.
    public struct Options: Sendable, Equatable {
        /// Whether the application is enabled.
        public var isEnabled = true
        /// Whether clients may publish on private and presence channels.
        public var clientEvents = true
        /// Whether the number of subscribers is published to them.
        public var subscriptionCount = false
        /// Whether only TLS connections are accepted.
        public var onlyTLS = false
        /// The time in seconds within which a connection must sign in or join a private channel; nil for no limit.
        public var authorizationSeconds: Int?
        /// How long a client may be silent before it pings, seconds.
        public var activityTimeout = 120
        /// How long a pong may take, seconds.
        public var pongTimeout = 30

        /// The defaults.
        public init() {}
    }

    /// Creates an application.
    public init(
        id: String,
        name: String = "",
        credentials: Credentials,
        limits: Limits = Limits(),
        options: Options = Options(),
        history: [HistoryRule] = [],
        webhooks: [WebhookTarget] = []
    ) {
        self.id = id
        self.name = name
        self.credentials = credentials
        self.limits = limits
        self.options = options
        self.history = history
        self.webhooks = webhooks
    }

    /// The rule that keeps a channel's history; nil if there is none.
    public func historyRule(for channel: ChannelName) -> HistoryRule? {
        history.first { channel.text.hasPrefix($0.prefix) }
    }
}
