import Foundation
import GRDB

/// Stores the reports of the phone test, a row each; without the time of day and without an address.
struct PhoneStore: Sendable {
    let database: DatabaseQueue

    /// A stored report.
    struct Entry: Codable, Equatable, Sendable {
        let identifier: String
        /// The day it was stored, such as "2026-11-26" (UTC).
        let day: String
        let report: PhoneReport
    }

    /// The table.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("phones-1") { database in
            try database.create(table: "phone") { table in
                table.autoIncrementedPrimaryKey("number")
                table.column("identifier", .text).notNull().unique()
                table.column("day", .text).notNull()
                table.column("report", .blob).notNull()
            }
        }
    }

    /// All, the newest first.
    func list() async throws -> [Entry] {
        try await database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT identifier, day, report FROM phone ORDER BY number DESC"
            )
            return try rows.map { row in
                let report = try JSONDecoder().decode(PhoneReport.self, from: row["report"] as Data)
                return Entry(identifier: row["identifier"], day: row["day"], report: report)
            }
        }
    }

    /// Stores a report; nil if `most` are stored already.
    func keep(_ report: PhoneReport, most: Int, at now: Date = Date()) async throws -> Entry? {
        let day = String(now.ISO8601Format().prefix(10))
        let entry = Entry(identifier: RandomText.hexadecimal(bytes: 8), day: day, report: report)
        let bytes = try JSONEncoder().encode(report)
        return try await database.write { database in
            guard try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM phone") ?? 0 < most else { return nil }
            try database.execute(
                sql: "INSERT INTO phone (identifier, day, report) VALUES (?, ?, ?)",
                arguments: [entry.identifier, day, bytes]
            )
            return entry
        }
    }

    /// Deletes a report; returns false if there is none.
    func delete(_ identifier: String) async throws -> Bool {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM phone WHERE identifier = ?", arguments: [identifier])
            return database.changesCount > 0
        }
    }
}
