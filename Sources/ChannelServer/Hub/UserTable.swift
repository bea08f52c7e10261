import PusherProtocol

/// The signed-in users of one event loop's connections, and who watches them; users by application and identity.
struct UserTable {
    private struct Watcher {
        let subscriber: Subscriber
        /// What the connection was sent last; nil before anything was.
        var isOnline: Bool?
    }

    private var connections: [String: [SocketID: Subscriber]] = [:]
    private var watching: [String: [SocketID: Watcher]] = [:]

    /// Adds a connection that signed in.
    mutating func add(_ subscriber: Subscriber, as user: User, of application: String) {
        connections[Hub.key(application, user.id), default: [:]][subscriber.socketID] = subscriber
        for watched in user.watchlist {
            watching[Hub.key(application, watched), default: [:]][subscriber.socketID] = Watcher(subscriber: subscriber)
        }
    }

    /// Removes a connection that is gone.
    mutating func remove(_ subscriber: Subscriber, as user: User, of application: String) {
        Self.remove(subscriber, from: &connections, Hub.key(application, user.id))
        for watched in user.watchlist { Self.remove(subscriber, from: &watching, Hub.key(application, watched)) }
    }

    /// The signed-in connections of a user.
    func connections(of key: String) -> [Subscriber] { connections[key].map { Array($0.values) } ?? [] }

    /// Whether a user is online has become known; returns the watchers that were sent something else or nothing.
    mutating func noteOnline(_ isOnline: Bool, _ key: String) -> [Subscriber] {
        var changed: [Subscriber] = []
        for (socketID, watcher) in watching[key] ?? [:] where watcher.isOnline != isOnline {
            watching[key]?[socketID]?.isOnline = isOnline
            changed.append(watcher.subscriber)
        }
        return changed
    }

    /// Whether a user is online has become known to one watcher; false if it was sent the same before.
    mutating func noteOnline(_ isOnline: Bool, _ key: String, of subscriber: Subscriber) -> Bool {
        guard let watcher = watching[key]?[subscriber.socketID], watcher.isOnline != isOnline else { return false }
        watching[key]?[subscriber.socketID]?.isOnline = isOnline
        return true
    }

    /// The users that someone watches, by application.
    var watched: [String: [String]] {
        var watched: [String: [String]] = [:]
        for key in watching.keys {
            let parts = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { watched[String(parts[0]), default: []].append(String(parts[1])) }
        }
        return watched
    }

    private static func remove<Value>(
        _ subscriber: Subscriber,
        from table: inout [String: [SocketID: Value]],
        _ key: String
    ) {
        table[key]?[subscriber.socketID] = nil
        if table[key]?.isEmpty == true { table[key] = nil }
    }
}
