import Foundation
import GRDB

/// Who may open a room for a call by its name.
package enum RoomOpening: Sendable, Equatable {
    /// Everyone who can reach the studio.
    case everybody
    /// Only the owner creates rooms.
    case owner
    /// Only the owner, until the owner's page allows it for everyone.
    case ownerDecides
}

/// The owner's setting for opening rooms, stored in the database.
struct RoomSettings: Sendable {
    let database: DatabaseQueue
    let opening: RoomOpening

    /// The table.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("assist-3") { database in
            try database.create(table: "callSetting") { table in
                table.primaryKey("name", .text)
                table.column("value", .boolean).notNull()
            }
        }
    }

    /// Whether everyone may open a room by its name now.
    var opensRooms: Bool {
        get async throws {
            switch opening {
            case .everybody: return true
            case .owner: return false
            case .ownerDecides:
                return try await database.read { database in
                    try Bool.fetchOne(database, sql: "SELECT value FROM callSetting WHERE name = 'opensRooms'") ?? false
                }
            }
        }
    }

    /// Stores the owner's setting.
    ///
    /// - Throws: `StudioError` 409 if the studio was started with a fixed setting.
    func setOpensRooms(_ isOpen: Bool) async throws {
        guard opening == .ownerDecides else {
            throw StudioError(.conflict, code: "set_at_start", "This was decided when the studio was started.")
        }
        try await database.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO callSetting (name, value) VALUES ('opensRooms', ?)",
                arguments: [isOpen]
            )
        }
    }
}
