/// One application of a server: its identity, secret, limits and what is switched on.
public final class ChannelApplication: Sendable {
    /// The number in HTTP paths.
    public let id: String
    /// A name for people.
    public let name: String
    /// The key and the secret.
    public let credentials: Credentials
    /// The limits.
    public let limits: Limits
    /// What is switched on.
    public let options: Options
    /// Which channels keep history; the first rule that fits counts.
    public let history: [HistoryRule]
    /// Where webhooks go.
    public let webhooks: [WebhookTarget]

    /// What is switched on.
    public struct Options: Sendable, Equatable {
        /// Whether it answers at all.
        public var isEnabled = true
        /// Whether clients may publish on private and presence channels.
        public var clientEvents = true
        /// Whether the number of subscribers is published to them.
        public var subscriptionCount = false
        /// Whether only TLS connections are taken.
        public var onlyTLS = false
        /// Within how many seconds a connection must sign in or join a private channel; nil for never.
        public var authorizationSeconds: Int?
        /// How long a client may be silent before it pings, seconds.
        public var activityTimeout = 120
        /// How long a pong may take, seconds.
        public var pongTimeout = 30

        /// The defaults.
        public init() {}
    }

    /// An application of given identity.
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

    /// The rule that keeps a channel's history, nil when none does.
    public func historyRule(for channel: ChannelName) -> HistoryRule? {
        history.first { channel.text.hasPrefix($0.prefix) }
    }
}
