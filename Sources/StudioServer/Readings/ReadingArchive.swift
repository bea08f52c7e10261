import Foundation
import GRDB

/// Stores readings: a row per code, a row per reading.
struct ReadingArchive: Sendable {
    /// The maximum number of readings per code: the oldest are deleted.
    static let mostReadings = 100_000

    let database: DatabaseQueue

    /// A code, and whether its readings are stored from now on.
    struct Room: Codable, Equatable, Sendable {
        let code: String
        let isKept: Bool
        let count: Int
    }

    /// The tables.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("readings-1") { database in
            try database.create(table: "readingRoom") { table in
                table.primaryKey("code", .text)
                table.column("isKept", .boolean).notNull()
            }
            try database.create(table: "reading") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("code", .text).notNull().indexed().references("readingRoom", onDelete: .cascade)
                table.column("time", .integer).notNull()
                table.column("kind", .text).notNull()
                table.column("number", .integer)
                table.column("name", .text)
                table.column("value", .double).notNull()
                table.column("sigma", .double).notNull()
                table.column("unit", .text).notNull()
                table.column("text", .text).notNull()
                table.column("isFinal", .boolean).notNull()
            }
        }
    }

    /// The codes whose readings are kept from now on.
    func keptCodes() throws -> Set<String> {
        try database.read { try String.fetchSet($0, sql: "SELECT code FROM readingRoom WHERE isKept") }
    }

    /// All known codes.
    func rooms() async throws -> [Room] {
        try await database.read {
            try Self.rooms($0, suffix: "GROUP BY readingRoom.code ORDER BY readingRoom.code", [])
        }
    }

    /// One code; not stored if it is unknown.
    func room(_ code: String) async throws -> Room {
        let found = try await database.read {
            try Self.rooms($0, suffix: "WHERE readingRoom.code = ? GROUP BY readingRoom.code", [code])
        }
        return found.first ?? Room(code: code, isKept: false, count: 0)
    }

    private static func rooms(_ database: Database, suffix: String, _ arguments: StatementArguments) throws -> [Room] {
        let start =
            "SELECT readingRoom.code, isKept, COUNT(reading.id) AS count "
            + "FROM readingRoom LEFT JOIN reading USING (code) "
        return try Row.fetchAll(database, sql: start + suffix, arguments: arguments).map {
            Room(code: $0["code"], isKept: $0["isKept"], count: $0["count"])
        }
    }

    /// Switches the storing of a code's readings on or off.
    func set(_ code: String, isKept: Bool) async throws {
        try await database.write {
            try $0.execute(
                sql: """
                    INSERT INTO readingRoom (code, isKept) VALUES (?, ?)
                    ON CONFLICT (code) DO UPDATE SET isKept = excluded.isKept
                    """,
                arguments: [code, isKept]
            )
        }
    }

    /// Deletes a code with all its readings.
    func delete(_ code: String) async throws {
        try await database.write { try $0.execute(sql: "DELETE FROM readingRoom WHERE code = ?", arguments: [code]) }
    }

    /// A code's readings, the oldest first.
    func readings(_ code: String) async throws -> [SharedReading] {
        try await database.read {
            try StoredReading.filter(sql: "code = ?", arguments: [code]).order(sql: "id").fetchAll($0).map(\.reading)
        }
    }

    /// Stores readings, each under its code; ignores those of codes deleted meanwhile.
    func add(_ readings: [(code: String, reading: SharedReading)]) async throws {
        try await database.write { database in
            let codes = try String.fetchSet(database, sql: "SELECT code FROM readingRoom")
            for (code, reading) in readings where codes.contains(code) {
                try StoredReading(code: code, reading: reading).insert(database)
            }
            // A count takes time in proportion to the rows, so it is done only every 500 rows.
            guard database.lastInsertedRowID / 500 != (database.lastInsertedRowID - Int64(readings.count)) / 500 else {
                return
            }
            for code in Set(readings.map(\.code)) {
                try database.execute(
                    sql: """
                        DELETE FROM reading WHERE id IN
                        (SELECT id FROM reading WHERE code = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
                        """,
                    arguments: [code, Self.mostReadings]
                )
            }
        }
    }
}
