import Foundation
import GRDB

/// A recorded session as it is stored; its files are in a separate folder.
struct SessionRecord: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "sessionRecord"

    /// Its identifier.
    let id: String
    /// Its room.
    let room: String
    /// The consenting members, one per line.
    var people: String
    /// The key that gives access to it, beside the owner's.
    let key: String
    let startedAt: Date
    var endedAt: Date?
    /// The time of its automatic deletion.
    let expiresAt: Date
}
