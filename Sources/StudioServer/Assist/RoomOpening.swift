import Foundation
import GRDB

/// Who may open a room for a call by naming it.
public enum RoomOpening: Sendable, Equatable {
    /// Everybody who can reach the studio.
    case everybody
    /// The owner alone makes rooms.
    case owner
    /// The owner alone, until the owner's page allows it to everybody.
    case ownerDecides
}

/// The owner's word on rooms, kept in the database.
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

    /// Whether anybody may open a room by naming it now.
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

    /// Keeps the owner's word.
    ///
    /// - Throws: `StudioError` 409 if the studio's start decided.
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
