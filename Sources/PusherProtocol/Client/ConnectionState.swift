/// The states of a client's connection.
public enum ConnectionState: Sendable, Equatable {
    /// Created, not connected yet.
    case initialized
    /// Connecting, or waiting to connect again.
    case connecting
    /// Accepted by the server.
    case connected(SocketID)
    /// Not connected for a while; attempts continue.
    case unavailable
    /// Refused permanently.
    case failed(CloseCode)
    /// Disconnected by its user.
    case disconnected
}
