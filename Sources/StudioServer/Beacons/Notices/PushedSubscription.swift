import ChannelServer
import GRDB

/// A browser that asked to receive notices, and for whose tag.
struct PushedSubscription: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "pushSubscription"

    /// The address of its push service.
    var endpoint: String
    /// The browser's public key, in Base64 for addresses.
    var p256dh: String
    /// The secret that browser and studio share.
    var auth: String
    /// The known beacon; nil for the owner's browser, which receives the notices of all.
    var beacon: String?
    /// When it was made, milliseconds since 1970.
    var time: Int64

    /// As the sender needs it; throws `WebPushError` if it does not name one of the services.
    func subscription(services: Set<String>) throws -> PushSubscription {
        try PushSubscription(endpoint: endpoint, key: p256dh, secret: auth, services: services)
    }
}
