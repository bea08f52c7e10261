import Foundation
import GRDB

/// Stores billboards, their items and the counts of views.
struct BillboardStore: Sendable {
    let database: DatabaseQueue

    /// The tables.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("billboards-1") { database in
            try database.create(table: "billboard") { table in
                table.primaryKey("identifier", .text)
                table.column("position", .integer).notNull()
                // The billboard as JSON: it is always read and written as a whole.
                table.column("entry", .text).notNull()
            }
            try database.create(table: "billboardView") { table in
                table.column("billboard", .text).notNull().references("billboard", onDelete: .cascade)
                table.column("item", .text).notNull()
                table.column("day", .text).notNull()
                table.column("count", .integer).notNull()
                table.primaryKey(["billboard", "item", "day"])
            }
        }
    }

    /// All billboards with the views of their items, in order of creation.
    func list() async throws -> [BillboardEntry] { try await database.read { try Self.entries($0) } }

    /// One billboard; nil if there is none.
    func entry(_ identifier: String) async throws -> BillboardEntry? {
        try await list().first { $0.identifier == identifier }
    }

    /// Stores a billboard; creates one if it has no identifier.
    func keep(_ entry: BillboardEntry) async throws -> BillboardEntry {
        var kept = entry
        let identifier = entry.identifier ?? RandomText.hexadecimal(bytes: 8)
        kept.identifier = identifier
        for index in kept.items.indices {
            kept.items[index].identifier = kept.items[index].identifier ?? RandomText.hexadecimal(bytes: 6)
            kept.items[index].views = nil
            kept.items[index].address = nil
        }
        kept.reference = nil
        let text = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO billboard (identifier, position, entry)
                    VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM billboard), ?)
                    ON CONFLICT (identifier) DO UPDATE SET entry = excluded.entry
                    """,
                arguments: [identifier, text]
            )
        }
        return try await self.entry(identifier) ?? kept
    }

    /// Deletes a billboard; returns false if there is none.
    func delete(_ identifier: String) async throws -> Bool {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM billboard WHERE identifier = ?", arguments: [identifier])
            return database.changesCount > 0
        }
    }

    /// Counts a view of an item on a day; does nothing if there is no such item.
    func countView(of item: String, on billboard: String, day: String) async throws {
        guard let entry = try await entry(billboard), entry.items.contains(where: { $0.identifier == item }) else {
            return
        }
        try await database.write {
            try $0.execute(
                sql: """
                    INSERT INTO billboardView (billboard, item, day, count) VALUES (?, ?, ?, 1)
                    ON CONFLICT (billboard, item, day) DO UPDATE SET count = count + 1
                    """,
                arguments: [billboard, item, day]
            )
        }
    }

    /// The views of a billboard's items, one row per day.
    func views(of billboard: String) async throws -> [DayViews] {
        try await database.read {
            try DayViews.fetchAll(
                $0,
                sql: "SELECT item, day, count FROM billboardView WHERE billboard = ? ORDER BY day DESC, item",
                arguments: [billboard]
            )
        }
    }

    /// The views of an item on a day.
    struct DayViews: Codable, FetchableRecord, Equatable, Sendable {
        let item: String
        let day: String
        let count: Int
    }

    private static func entries(_ database: Database) throws -> [BillboardEntry] {
        let rows = try Row.fetchAll(database, sql: "SELECT identifier, entry FROM billboard ORDER BY position")
        let sums = try Row.fetchAll(
            database,
            sql: "SELECT billboard, item, SUM(count) AS sum FROM billboardView GROUP BY billboard, item"
        )
        var counts: [String: Int] = [:]
        for row in sums {
            let (billboard, item): (String, String) = (row["billboard"], row["item"])
            counts[billboard + "/" + item] = row["sum"]
        }
        return try rows.map { row in
            let (identifier, text): (String, String) = (row["identifier"], row["entry"])
            var entry = try JSONDecoder().decode(BillboardEntry.self, from: Data(text.utf8))
            for index in entry.items.indices {
                entry.items[index].views = counts[identifier + "/" + (entry.items[index].identifier ?? "")] ?? 0
            }
            return entry
        }
    }
}
