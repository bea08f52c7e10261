import Foundation
import GRDB

/// A browser on which the owner signed in: the digest of its cookie.
struct OwnerSession: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "ownerSession"
    /// How long a browser stays signed in, seconds.
    static let lifetime: TimeInterval = 90 * 86_400

    /// SHA-256 of the cookie's value, hexadecimal.
    let digest: String
    /// The browser's `User-Agent`.
    let device: String
    /// The time of the sign-in.
    let createdAt: Date

    /// Its name in addresses.
    var id: String { String(digest.prefix(16)) }

    /// The time of expiry.
    var expiresAt: Date { createdAt + Self.lifetime }
}
