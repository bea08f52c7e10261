import NIOConcurrencyHelpers
import PusherProtocol

/// The applications of a server, by number and by key; may be changed while it runs.
public final class ApplicationDirectory: Sendable {
    private struct Index {
        var byID: [String: ChannelApplication] = [:]
        var byKey: [String: ChannelApplication] = [:]
    }

    private let index = NIOLockedValueBox(Index())

    /// A directory of given applications.
    public init(_ applications: [ChannelApplication] = []) {
        for application in applications { insert(application) }
    }

    /// Adds an application or puts it in the place of one with the same number.
    public func insert(_ application: ChannelApplication) {
        index.withLockedValue { index in
            if let old = index.byID[application.id] { index.byKey[old.credentials.key] = nil }
            index.byID[application.id] = application
            index.byKey[application.credentials.key] = application
        }
    }

    /// Takes an application out; its connections stay until they end.
    public func remove(id: String) {
        index.withLockedValue { index in
            if let old = index.byID.removeValue(forKey: id) { index.byKey[old.credentials.key] = nil }
        }
    }

    /// The application of a number.
    public func application(id: String) -> ChannelApplication? { index.withLockedValue { $0.byID[id] } }
    /// The application of a key.
    public func application(key: String) -> ChannelApplication? { index.withLockedValue { $0.byKey[key] } }
    /// All applications, by number.
    public var all: [ChannelApplication] { index.withLockedValue { $0.byID.values.sorted { $0.id < $1.id } } }
}
