import Foundation
import GRDB
import Hummingbird

/// Stores the owner's drawings.
struct DrawingStore: Sendable {
    let database: DatabaseQueue

    /// A stored drawing.
    struct Entry: Codable, FetchableRecord, ResponseEncodable, Sendable {
        let identifier: String
        let name: String
        /// When it was stored, seconds since 1970.
        let time: Double
    }

    /// The table.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("drawings-1") { database in
            try database.create(table: "drawing") { table in
                table.primaryKey("identifier", .text)
                table.column("name", .text).notNull()
                table.column("time", .double).notNull()
                table.column("bytes", .blob).notNull()
            }
        }
    }

    /// All, the newest first.
    func list() async throws -> [Entry] {
        try await database.read {
            try Entry.fetchAll($0, sql: "SELECT identifier, name, time FROM drawing ORDER BY time DESC")
        }
    }

    /// Stores a drawing under a name; replaces one with the same name.
    func keep(_ bytes: Data, as name: String) async throws -> Entry {
        let entry = Entry(
            identifier: RandomText.hexadecimal(bytes: 8),
            name: name,
            time: Date().timeIntervalSince1970
        )
        try await database.write { database in
            try database.execute(sql: "DELETE FROM drawing WHERE name = ?", arguments: [name])
            try database.execute(
                sql: "INSERT INTO drawing (identifier, name, time, bytes) VALUES (?, ?, ?, ?)",
                arguments: [entry.identifier, entry.name, entry.time, bytes]
            )
        }
        return entry
    }

    /// A drawing's bytes; nil if there is none.
    func bytes(of identifier: String) async throws -> Data? {
        try await database.read {
            try Data.fetchOne($0, sql: "SELECT bytes FROM drawing WHERE identifier = ?", arguments: [identifier])
        }
    }

    /// Deletes a drawing; returns false if there is none.
    func delete(_ identifier: String) async throws -> Bool {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM drawing WHERE identifier = ?", arguments: [identifier])
            return database.changesCount > 0
        }
    }
}
