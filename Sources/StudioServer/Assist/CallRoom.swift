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
    /// Whether people wait until the host lets them in.
    var hasWaitingRoom: Bool
    /// For how many days the records of its sessions are kept.
    var retentionDays: Int
    /// When it was made.
    var createdAt: Date
    /// True if the owner made the room; the first person who joins opens any other.
    var isOwned = false
    /// Changes when the room is closed and when its tokens are taken back; tokens of another epoch are void.
    var epoch = Int64.random(in: 0..<1 << 53)
    /// When the owner closed it; its name stays the owner's.
    var closedAt: Date?
    /// The member who has the site.
    var siteMember: String?
    /// When that member last showed a token.
    var siteSeenAt: Date?

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

    /// Makes all tokens void that were signed before.
    mutating func renewEpoch() {
        epoch = Int64.random(in: 0..<1 << 53)
        siteMember = nil
        siteSeenAt = nil
    }
}
