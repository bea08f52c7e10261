import PusherProtocol

/// The signed-in users of one event loop's connections, and who watches them; users by application and identity.
struct UserTable {
    private var connections: [String: [SocketID: Subscriber]] = [:]
    private var watching: [String: [SocketID: Subscriber]] = [:]

    /// Adds a connection that signed in.
    mutating func add(_ subscriber: Subscriber, as user: User, of application: String) {
        connections[Hub.key(application, user.id), default: [:]][subscriber.socketID] = subscriber
        for watched in user.watchlist {
            watching[Hub.key(application, watched), default: [:]][subscriber.socketID] = subscriber
        }
    }

    /// Removes a connection that is gone.
    mutating func remove(_ subscriber: Subscriber, as user: User, of application: String) {
        Self.remove(subscriber, from: &connections, Hub.key(application, user.id))
        for watched in user.watchlist { Self.remove(subscriber, from: &watching, Hub.key(application, watched)) }
    }

    /// The signed-in connections of a user.
    func connections(of key: String) -> [Subscriber] { connections[key].map { Array($0.values) } ?? [] }

    /// The connections that watch a user.
    func watchers(of key: String) -> [Subscriber] { watching[key].map { Array($0.values) } ?? [] }

    private static func remove(
        _ subscriber: Subscriber,
        from table: inout [String: [SocketID: Subscriber]],
        _ key: String
    ) {
        table[key]?[subscriber.socketID] = nil
        if table[key]?.isEmpty == true { table[key] = nil }
    }
}
