import Foundation
import GRDB

/// A room as it is stored.
struct CallRoom: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "callRoom"

    /// Who may come in.
    enum Access: String, Codable, Sendable {
        /// Whoever knows the name.
        case open
        /// Whoever has a token that the studio signed.
        case token
    }

    /// Its name.
    var name: String
    /// Who may come in.
    var access: Access
    /// Whether experts wait until the host lets them in.
    var hasWaitingRoom: Bool
    /// For how many days the records of its sessions are kept.
    var retentionDays: Int
    /// When it was made.
    var createdAt: Date

    /// For how long records are kept unless the room says otherwise, days.
    static let usualRetentionDays = 30

    /// A room that whoever knows its name may join.
    static func open(_ name: CallRoomName, at now: Date) -> CallRoom {
        CallRoom(
            name: name.text,
            access: .open,
            hasWaitingRoom: false,
            retentionDays: usualRetentionDays,
            createdAt: now
        )
    }
}
