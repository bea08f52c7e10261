/// The states a client's connection shows to its user.
public enum ConnectionState: Sendable, Equatable {
    /// Made, not asked to connect yet.
    case initialized
    /// Connecting, or waiting to connect again.
    case connecting
    /// Greeted by the server.
    case connected(SocketID)
    /// Not reached for a while; tries go on.
    case unavailable
    /// Refused for good.
    case failed(CloseCode)
    /// Ended by its user.
    case disconnected
}
