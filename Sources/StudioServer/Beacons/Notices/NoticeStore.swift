import ChannelServer
import Foundation
import GRDB

/// What notices need to keep: the server's key, the tags' tokens, the browsers that asked, and who was where.
struct NoticeStore: Sendable {
    /// How many browsers may ask in all, for one tag, and as the owner's.
    static let (most, mostOfTag, mostOfOwner) = (2_000, 5, 20)

    private let database: DatabaseQueue

    /// A store in a database that has the part's tables.
    init(_ database: DatabaseQueue) { self.database = database }

    /// Makes the part's tables; those of `BeaconStore` are there.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("Notices-1") { database in
            try database.create(table: "pushKey") { table in
                table.primaryKey("id", .integer)
                table.column("bytes", .blob).notNull()
            }
            try database.create(table: "beaconTagToken") { table in
                table.primaryKey("beacon", .text).references("beacon", onDelete: .cascade)
                table.column("digest", .text).notNull().unique()
            }
            try database.create(table: PushedSubscription.databaseTableName) { table in
                table.primaryKey("endpoint", .text)
                table.column("p256dh", .text).notNull()
                table.column("auth", .text).notNull()
                table.column("beacon", .text).indexed().references("beaconTagToken", onDelete: .cascade)
                table.column("time", .integer).notNull()
            }
            try database.create(table: "beaconVisit") { table in
                table.column("place", .text).notNull()
                table.column("who", .text).notNull()
                table.column("time", .integer).notNull()
                table.primaryKey(["place", "who"])
            }
        }
    }

    /// The key by which push services know this studio; made when there is none.
    func key() throws -> PushServerKey {
        try database.write { database in
            if let bytes = try Data.fetchOne(database, sql: "SELECT bytes FROM pushKey") {
                return try PushServerKey(bytes: Array(bytes))
            }
            let key = PushServerKey()
            try database.execute(sql: "INSERT INTO pushKey (id, bytes) VALUES (1, ?)", arguments: [Data(key.bytes)])
            return key
        }
    }

    // MARK: Tags

    /// Makes a token for who carries a known beacon, in the place of any before it; only its digest is kept.
    ///
    /// Browsers that came by the token before receive nothing more.
    func makeToken(for beacon: String) async throws -> String {
        let token = RandomText.hexadecimal(bytes: 24)
        try await database.write { database in
            try Self.removeToken(for: beacon, in: database)
            try database.execute(
                sql: "INSERT INTO beaconTagToken (beacon, digest) VALUES (?, ?)",
                arguments: [beacon, TokenDigest.beaconTag(token)]
            )
        }
        return token
    }

    /// Takes a tag's token back, and forgets the browsers that came by it.
    func removeToken(for beacon: String) async throws {
        try await database.write { try Self.removeToken(for: beacon, in: $0) }
    }

    private static func removeToken(for beacon: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM beaconTagToken WHERE beacon = ?", arguments: [beacon])
    }

    /// The known beacon that a token is for.
    func beacon(token: String) async throws -> KnownBeacon? {
        let digest = TokenDigest.beaconTag(token)
        return try await database.read { database in
            try KnownBeacon.fetchOne(
                database,
                sql: "SELECT * FROM beacon WHERE id = (SELECT beacon FROM beaconTagToken WHERE digest = ?)",
                arguments: [digest]
            )
        }
    }

    // MARK: Browsers

    /// Keeps a browser that asks, in the place of what it asked before.
    ///
    /// Throws `StudioError` 409 if there are as many as there may be, or if the address is another browser's.
    func keep(_ subscription: PushedSubscription) async throws {
        try await database.write { database in
            let known = try PushedSubscription.fetchOne(database, key: subscription.endpoint)
            guard known == nil || known?.auth == subscription.auth else {
                throw StudioError(.conflict, code: "other_browser", "This is the address of another browser.")
            }
            let others = PushedSubscription.filter(Column("endpoint") != subscription.endpoint)
            let own = others.filter(Column("beacon") == subscription.beacon)
            let mostOwn = subscription.beacon == nil ? Self.mostOfOwner : Self.mostOfTag
            guard try others.fetchCount(database) < Self.most, try own.fetchCount(database) < mostOwn else {
                throw StudioError(.conflict, code: "too_many_browsers", "As many browsers as may receive notices do.")
            }
            try subscription.save(database)
        }
    }

    /// Forgets a browser that shows its secret; whether there was one.
    func forget(endpoint: String, auth: String) async throws -> Bool {
        try await database.write { database in
            try PushedSubscription.filter(Column("endpoint") == endpoint && Column("auth") == auth)
                .deleteAll(database) > 0
        }
    }

    /// Who receives the notices for a known beacon: who carries it, and the owner.
    func subscriptions(for beacon: String) async throws -> [PushedSubscription] {
        try await database.read { database in
            try PushedSubscription.filter(Column("beacon") == beacon || Column("beacon") == nil).fetchAll(database)
        }
    }

    // MARK: Visits

    /// The visits that had been noted.
    func visits() async throws -> [Stay: Int64] {
        try await database.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT place, who, time FROM beaconVisit")
            let visits = rows.map { (Stay(place: $0["place"], who: $0["who"]), $0["time"] as Int64) }
            return Dictionary(visits) { first, _ in first }
        }
    }

    /// Notes the visits, in the place of those noted before.
    func note(_ visits: [Stay: Int64]) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM beaconVisit")
            for (stay, time) in visits {
                try database.execute(
                    sql: "INSERT INTO beaconVisit (place, who, time) VALUES (?, ?, ?)",
                    arguments: [stay.place, stay.who, time]
                )
            }
        }
    }
}
