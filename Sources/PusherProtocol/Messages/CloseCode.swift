/// Why a connection ends or is refused; determines the client's reconnect policy.
public struct CloseCode: Sendable, Hashable, RawRepresentable {
    /// The number on the wire.
    public let rawValue: Int

    /// Creates a code.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The application accepts TLS connections only.
    public static let onlyTLS = CloseCode(rawValue: 4000)
    /// The application does not exist.
    public static let unknownApplication = CloseCode(rawValue: 4001)
    /// The application is switched off.
    public static let disabledApplication = CloseCode(rawValue: 4003)
    /// The application has reached its connection limit.
    public static let overConnectionQuota = CloseCode(rawValue: 4004)
    /// The path is not `/app/KEY`.
    public static let pathNotFound = CloseCode(rawValue: 4005)
    /// The protocol version is not a number.
    public static let invalidVersion = CloseCode(rawValue: 4006)
    /// The protocol version is not supported.
    public static let unsupportedVersion = CloseCode(rawValue: 4007)
    /// No protocol version was given.
    public static let missingVersion = CloseCode(rawValue: 4008)
    /// The connection did not authorize itself in time.
    public static let unauthorized = CloseCode(rawValue: 4009)
    /// The server is full, or the reader is too slow.
    public static let overCapacity = CloseCode(rawValue: 4100)
    /// Reconnect at once.
    public static let reconnect = CloseCode(rawValue: 4200)
    /// No pong came.
    public static let pongTimeout = CloseCode(rawValue: 4201)
    /// A client that cannot ping was silent for a day.
    public static let inactive = CloseCode(rawValue: 4202)
    /// A client event was rejected (sent as an event, never as a close code).
    public static let clientEventRejected = CloseCode(rawValue: 4301)
    /// A watchlist was truncated (sent as an event, never as a close code).
    public static let watchlistCut = CloseCode(rawValue: 4302)
    /// WebSocket code: normal closure.
    public static let normal = CloseCode(rawValue: 1000)
    /// WebSocket code: going away.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// WebSocket code: a frame violates the protocol.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// WebSocket code: binary data.
    public static let unacceptableData = CloseCode(rawValue: 1003)
    /// WebSocket code: text that is not UTF-8.
    public static let inconsistentData = CloseCode(rawValue: 1007)
    /// WebSocket code: a frame or message is too long.
    public static let messageTooBig = CloseCode(rawValue: 1009)

    /// The text that is sent with the code.
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
