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
    /// Over `mostConnections` accepting pauses until a connection ends; see ``ConnectionLimit``. With a `host` whose
    /// `server()` is the application's, channel clients without TLS connect faster: their sockets bypass the server's
    /// tasks. Throws if the socket is closed.
    public static func prepare(
        _ listener: any Channel,
        host: ChannelHost? = nil,
        mostConnections: Int = ConnectionLimit.current()
    ) async throws {
        try await listener.setOption(.maxMessagesPerRead, value: acceptedPerTurn).get()
        try await listener.eventLoop.submit {
            if let connection = host?.plainConnection {
                let completion = AcceptCompletion()
                try listener.pipeline.syncOperations.addHandler(completion, position: .last)
                try listener.pipeline.syncOperations.addHandler(
                    SocketListener(connection, completion: completion),
                    position: .first
                )
                // The server does not know the sockets that bypass it.
                try listener.pipeline.syncOperations.addHandler(DrainingHandler(connection.host.hub), position: .first)
            }
            try listener.pipeline.syncOperations.addHandler(
                AvailableConnectionsChannelHandler(maxConnections: mostConnections),
                position: .first
            )
        }.get()
    }
}
