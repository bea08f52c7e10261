import HummingbirdCore
import NIOCore

/// The socket that a server listens on.
public enum Listener {
    /// How many connections are accepted in one turn of the event loop.
    ///
    /// NIO's 4 cost a wake-up of another thread for
    /// every few connections when thousands come at once (`ChannelsBench load --connect-only`).
    static let acceptedPerTurn: UInt = 32

    /// Prepares the listening socket of an application that hosts channels; call it where the application says that it
    /// runs.
    ///
    /// Over `mostConnections` accepting pauses until a connection ends; see ``ConnectionLimit``. Throws if the socket
    /// is closed.
    public static func prepare(_ listener: any Channel, mostConnections: Int = ConnectionLimit.current()) async throws {
        try await listener.setOption(.maxMessagesPerRead, value: acceptedPerTurn).get()
        try await listener.eventLoop.submit {
            try listener.pipeline.syncOperations.addHandler(
                AvailableConnectionsChannelHandler(maxConnections: mostConnections),
                position: .first
            )
        }.get()
    }
}
