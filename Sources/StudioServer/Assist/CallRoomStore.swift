import Foundation
import GRDB

/// The rooms on disk.
struct CallRoomStore: Sendable {
    let database: DatabaseQueue

    /// The tables of rooms, records and webhooks.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("assist-1") { database in
            try database.create(table: CallRoom.databaseTableName) { table in
                table.primaryKey("name", .text)
                table.column("access", .text).notNull()
                table.column("hasWaitingRoom", .boolean).notNull()
                table.column("retentionDays", .integer).notNull()
                table.column("createdAt", .datetime).notNull()
            }
            try database.create(table: SessionRecord.databaseTableName) { table in
                table.primaryKey("id", .text)
                table.column("room", .text).notNull().indexed()
                table.column("people", .text).notNull()
                table.column("key", .text).notNull()
                table.column("startedAt", .datetime).notNull()
                table.column("endedAt", .datetime)
                table.column("expiresAt", .datetime).notNull()
            }
            try database.create(table: CallWebhook.databaseTableName) { table in
                table.primaryKey("id", .text)
                table.column("url", .text).notNull()
                table.column("secret", .text).notNull()
            }
        }
    }

    /// A number that nobody else has and nobody can guess.
    static func newMember() -> String { RandomText.hexadecimal(bytes: 10) }

    /// The room of a name; made where there is none and anybody may make one.
    func find(_ name: CallRoomName, orOpen mayOpen: Bool) async throws -> CallRoom {
        let room = try await database.write { database in
            if let room = try CallRoom.fetchOne(database, key: name.text) { return room as CallRoom? }
            guard mayOpen else { return nil }
            let room = CallRoom.open(name, at: Date())
            try room.insert(database)
            return room
        }
        guard let room else { throw Self.unknown }
        return room
    }

    /// All rooms by name.
    func all() async throws -> [CallRoom] {
        try await database.read { try CallRoom.order(Column("name")).fetchAll($0) }
    }

    /// Stores a room; false where there is one of its name already.
    func add(_ room: CallRoom) async throws -> Bool {
        try await database.write { database in
            guard try CallRoom.fetchOne(database, key: room.name) == nil else { return false }
            try room.insert(database)
            return true
        }
    }

    /// Stores what changed.
    func update(_ room: CallRoom) async throws { try await database.write { try room.update($0) } }

    /// Deletes a room; false where there is none.
    func delete(_ name: CallRoomName) async throws -> Bool {
        try await database.write { try CallRoom.deleteOne($0, key: name.text) }
    }

    static var unknown: StudioFault { StudioFault(.notFound, code: "unknown_room", "There is no room of this name.") }
}
