import Foundation
import GRDB
import Proximity

/// The store of a venue: the settings, the receivers' tokens, the history.
struct BeaconStore: Sendable {
    /// How many lines of history are kept.
    static let historyLimit = 20_000

    /// The floors.
    let floors: FloorStore
    private let database: DatabaseQueue

    /// A store in a database that has the part's tables.
    init(_ database: DatabaseQueue) {
        self.database = database
        floors = FloorStore(database)
    }

    /// Makes the part's tables.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("Beacons-1") { database in
            try makeSettings(in: database)
            try database.create(table: Crossing.databaseTableName) { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("time", .integer).notNull().indexed()
                for name in ["place", "name", "event"] { table.column(name, .text).notNull() }
                for name in ["who", "whoName", "receiver", "detail"] { table.column(name, .text) }
            }
        }
        migrator.registerMigration("Beacons-2") { database in
            try database.create(table: NoticeSetting.databaseTableName) { table in
                table.primaryKey("id", .text)
                for name in ["title", "text"] { table.column(name, .text).notNull() }
                for name in ["place", "image", "link", "quietFrom", "quietUntil"] { table.column(name, .text) }
            }
        }
        migrator.registerMigration("Beacons-3") { database in
            try database.alter(table: ZoneSetting.databaseTableName) { $0.add(column: "outline", .jsonText) }
            try database.create(table: PlanPicture.databaseTableName) { table in
                table.primaryKey("id", .integer)
                for name in ["name", "mediaType"] { table.column(name, .text).notNull() }
                table.column("bytes", .blob).notNull()
            }
            try database.create(table: SurveyRow.databaseTableName) { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("receiver", .text).notNull().references("beaconReceiver", onDelete: .cascade)
                for name in ["x", "y", "level"] { table.column(name, .double).notNull() }
                table.column("count", .integer).notNull()
            }
        }
        FloorStore.migrate(&migrator)
    }

    private static func makeSettings(in database: Database) throws {
        func make(_ table: String, _ columns: [(name: String, type: Database.ColumnType, isNeeded: Bool)]) throws {
            try database.create(table: table) { table in
                table.primaryKey("id", .text)
                for column in columns {
                    let made = table.column(column.name, column.type)
                    if column.isNeeded { made.notNull() }
                }
            }
        }
        func needed(_ names: String...) -> [(String, Database.ColumnType, Bool)] { names.map { ($0, .text, true) } }
        func texts(_ names: String...) -> [(String, Database.ColumnType, Bool)] { names.map { ($0, .text, false) } }
        func numbers(_ names: String...) -> [(String, Database.ColumnType, Bool)] { names.map { ($0, .double, false) } }
        try make("beaconReceiver", needed("name") + numbers("x", "y", "height", "gain"))
        try make("beacon", needed("name", "beacon") + numbers("x", "y", "height", "power"))
        let identity: [(String, Database.ColumnType, Bool)] = [("major", .integer, false), ("minor", .integer, false)]
        try make("beaconRegion", needed("name", "uuid") + identity + texts("receiver"))
        try make("beaconZone", needed("name") + numbers("x", "y", "width", "depth"))
        try make("beaconAction", needed("on") + texts("place", "channel", "url", "secret"))
        try database.create(table: "beaconReceiverToken") { table in
            table.primaryKey("receiver", .text).references("beaconReceiver", onDelete: .cascade)
            table.column("digest", .text).notNull().unique()
        }
        try database.create(table: "beaconPlan") { table in
            table.primaryKey("id", .integer)
            table.column("width", .double).notNull()
            table.column("depth", .double).notNull()
            table.column("walls", .jsonText).notNull()
            table.column("method", .text)
            table.column("isPublic", .boolean)
        }
    }

    // MARK: Settings

    /// All settings of a kind, in the order in which they were made.
    func all<Setting: BeaconSetting>(_: Setting.Type) async throws -> [Setting] {
        try await database.read { try Setting.order(Column.rowID).fetchAll($0) }
    }

    /// Keeps a new setting or one in the place of another.
    func save(_ setting: some BeaconSetting) async throws {
        try await database.write { try setting.save($0) }
    }

    /// Whether there is a setting of this name.
    func has<Setting: BeaconSetting>(_: Setting.Type, id: String) async throws -> Bool {
        try await database.read { try Setting.filter(Column("id") == id).fetchCount($0) > 0 }
    }

    /// Forgets a setting; whether there was one.
    func delete<Setting: BeaconSetting>(_: Setting.Type, id: String) async throws -> Bool {
        try await database.write { try Setting.filter(Column("id") == id).deleteAll($0) > 0 }
    }

    // MARK: Survey

    /// All samples of the survey, in the order in which they were made.
    func survey() async throws -> [SurveySample] {
        try await database.read { try SurveyRow.order(Column("id")).fetchAll($0) }.map(\.sample)
    }

    /// Adds samples of known receivers, and drops the oldest over the limit.
    func add(_ samples: [SurveySample]) async throws {
        guard !samples.isEmpty else { return }
        try await database.write { database in
            let known = Set(try String.fetchAll(database, sql: "SELECT id FROM beaconReceiver"))
            for sample in samples where known.contains(sample.receiver) {
                try SurveyRow(sample).insert(database)
            }
            try database.execute(
                sql: "DELETE FROM beaconSurvey WHERE id <= (SELECT MAX(id) FROM beaconSurvey) - ?",
                arguments: [SurveyRow.most]
            )
        }
    }

    /// Keeps a receiver; if it hangs elsewhere than before, what it received in the survey is forgotten.
    func saveMoved(_ receiver: ReceiverSetting) async throws {
        let before = try await all(ReceiverSetting.self).first { $0.id == receiver.id }
        if let before,
            before.venueReceiver.position != receiver.venueReceiver.position
                || before.floor ?? receiver.floor != receiver.floor
        {
            try await forgetSurvey(of: receiver.key)
        }
        try await save(receiver)
    }

    /// Forgets the survey, or what one receiver received in it.
    func forgetSurvey(of receiver: String? = nil) async throws {
        _ = try await database.write { database in
            let all = receiver.map { SurveyRow.filter(Column("receiver") == $0) } ?? SurveyRow.all()
            return try all.deleteAll(database)
        }
    }

    // MARK: Tokens

    /// Makes a token for a receiver in the place of any before it; only its digest is kept.
    func makeToken(for receiver: String) async throws -> String {
        let token = RandomText.hexadecimal(bytes: 24)
        let digest = TokenDigest.beaconReceiver(token)
        try await database.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO beaconReceiverToken (receiver, digest) VALUES (?, ?)",
                arguments: [receiver, digest]
            )
        }
        return token
    }

    /// The receiver that a token is for.
    func receiver(token: String) async throws -> String? {
        let digest = TokenDigest.beaconReceiver(token)
        return try await database.read { database in
            try String.fetchOne(
                database,
                sql: "SELECT receiver FROM beaconReceiverToken WHERE digest = ?",
                arguments: [digest]
            )
        }
    }

    // MARK: History

    /// Keeps lines of history, and drops the oldest.
    func note(_ crossings: [Crossing]) async throws {
        guard !crossings.isEmpty else { return }
        try await database.write { database in
            for var crossing in crossings { try crossing.insert(database) }
            try database.execute(
                sql: "DELETE FROM beaconCrossing WHERE id <= (SELECT MAX(id) FROM beaconCrossing) - ?",
                arguments: [Self.historyLimit]
            )
        }
    }

    /// The newest lines, newest first, before one of them where its number is given.
    func history(place: String?, before: Int64?, limit: Int) async throws -> [Crossing] {
        try await database.read { database in
            var request = Crossing.order(Column("id").desc).limit(min(max(limit, 1), 500))
            if let place { request = request.filter(Column("place") == place) }
            if let before { request = request.filter(Column("id") < before) }
            return try request.fetchAll(database)
        }
    }
}
