import Foundation
import GRDB

/// A room as it is stored.
struct CallRoom: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "callRoom"

    /// Who may join.
    enum Access: String, Codable, Sendable {
        /// Everyone who knows the name.
        case open
        /// Everyone with a token that the studio signed.
        case token
    }

    /// Its name.
    var name: String
    /// Who may join.
    var access: Access
    /// Whether people wait until the host admits them.
    var hasWaitingRoom: Bool
    /// How many days the records of its sessions are kept.
    var retentionDays: Int
    /// The time of creation.
    var createdAt: Date
    /// True if the owner created the room; other rooms are opened by the first person who joins.
    var isOwned = false
    /// Changes when the room is closed or its tokens are revoked; tokens of another epoch are void.
    var epoch = Int64.random(in: 0..<1 << 53)
    /// The time when the owner closed it; its name stays reserved for the owner.
    var closedAt: Date?
    /// The member who has the site role.
    var siteMember: String?
    /// When that member last showed a token.
    var siteSeenAt: Date?

    /// How long records are kept by default, days.
    static let usualRetentionDays = 30

    /// A room that everyone who knows its name may join.
    static func open(_ name: CallRoomName, at now: Date) -> CallRoom {
        CallRoom(
            name: name.text,
            access: .open,
            hasWaitingRoom: false,
            retentionDays: usualRetentionDays,
            createdAt: now
        )
    }

    /// Makes all tokens void that were signed before.
    mutating func renewEpoch() {
        epoch = Int64.random(in: 0..<1 << 53)
        siteMember = nil
        siteSeenAt = nil
    }
}
