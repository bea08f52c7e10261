import Foundation
import GRDB

/// A recorded session as it is stored; its files lie in a folder of their own.
struct SessionRecord: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "sessionRecord"

    /// Its number.
    let id: String
    /// The room it was made in.
    let room: String
    /// Those who agreed, one a line.
    var people: String
    /// Opens it to whoever has it, beside the owner.
    let key: String
    let startedAt: Date
    var endedAt: Date?
    /// When it is deleted by itself.
    let expiresAt: Date
}
