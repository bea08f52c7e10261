import Foundation
import GRDB

/// A browser that the owner signed in on, as it is stored: the digest of what its cookie holds.
struct OwnerSession: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "ownerSession"
    /// For how long a browser stays signed in, seconds.
    static let lifetime: TimeInterval = 90 * 86_400

    /// SHA-256 of the cookie's value, hexadecimal.
    let digest: String
    /// What the browser said of itself.
    let device: String
    /// When it was signed in.
    let createdAt: Date

    /// Its name in addresses.
    var id: String { String(digest.prefix(16)) }

    /// When it ends by itself.
    var expiresAt: Date { createdAt + Self.lifetime }
}
