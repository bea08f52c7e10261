/// Why a connection ends or is refused, and what a client does about it.
public struct CloseCode: Sendable, Hashable, RawRepresentable {
    /// The number on the wire.
    public let rawValue: Int

    /// A code of given number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The application takes TLS connections only.
    public static let onlyTLS = CloseCode(rawValue: 4000)
    /// The application does not exist.
    public static let unknownApplication = CloseCode(rawValue: 4001)
    /// The application is switched off.
    public static let disabledApplication = CloseCode(rawValue: 4003)
    /// The application has as many connections as it may.
    public static let overConnectionQuota = CloseCode(rawValue: 4004)
    /// The path is not `/app/KEY`.
    public static let pathNotFound = CloseCode(rawValue: 4005)
    /// The protocol version is not a number.
    public static let invalidVersion = CloseCode(rawValue: 4006)
    /// The protocol version is not spoken here.
    public static let unsupportedVersion = CloseCode(rawValue: 4007)
    /// No protocol version was given.
    public static let missingVersion = CloseCode(rawValue: 4008)
    /// The connection did not authorise itself.
    public static let unauthorized = CloseCode(rawValue: 4009)
    /// The server is full, or the reader too slow.
    public static let overCapacity = CloseCode(rawValue: 4100)
    /// Reconnect at once.
    public static let reconnect = CloseCode(rawValue: 4200)
    /// No pong came.
    public static let pongTimeout = CloseCode(rawValue: 4201)
    /// Nothing came for a day from a client that cannot ping.
    public static let inactive = CloseCode(rawValue: 4202)
    /// A client event was rejected (sent as an event, never a close).
    public static let clientEventRejected = CloseCode(rawValue: 4301)
    /// A watchlist was cut (sent as an event, never a close).
    public static let watchlistCut = CloseCode(rawValue: 4302)
    /// The WebSocket's own: done.
    public static let normal = CloseCode(rawValue: 1000)
    /// The WebSocket's own: going away.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// The WebSocket's own: a frame that breaks the protocol.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// The WebSocket's own: binary data.
    public static let unacceptableData = CloseCode(rawValue: 1003)
    /// The WebSocket's own: text that is not UTF-8.
    public static let inconsistentData = CloseCode(rawValue: 1007)
    /// The WebSocket's own: a frame or message too long.
    public static let messageTooBig = CloseCode(rawValue: 1009)

    /// What is said beside the number.
    public var reason: String { Self.reasons[rawValue] ?? "Closed" }

    private static let reasons = [
        1000: "Done", 1001: "Going away", 1002: "Protocol error", 1003: "Binary messages are not supported",
        1007: "Text is not UTF-8", 1009: "Message too long",
        4000: "Application only accepts SSL connections, reconnect using wss://",
        4001: "Application does not exist", 4003: "Application disabled", 4004: "Application is over connection quota",
        4005: "Path not found", 4006: "Invalid version string format", 4007: "Unsupported protocol version",
        4008: "No protocol version supplied", 4009: "Connection not authorized", 4100: "Over capacity",
        4200: "Reconnect", 4201: "Pong reply not received in time", 4202: "Closed after inactivity",
        4301: "Client event rejected", 4302: "Watchlist limit exceeded",
    ]
}
