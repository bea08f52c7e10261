import Foundation
import GRDB

/// The floors of a venue, their pictures, and how positions are found on them.
struct FloorStore: Sendable {
    /// The name in addresses of the floor that a client makes which knows one floor.
    static let ground = "ground"
    /// The settings that stand on a floor.
    private static let placed = [
        ReceiverSetting.databaseTableName, KnownBeacon.databaseTableName, ZoneSetting.databaseTableName,
    ]

    private let database: DatabaseQueue

    /// A store in a database that has the tables.
    init(_ database: DatabaseQueue) { self.database = database }

    /// Takes the one plan that a venue had before for its ground floor.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("Beacons-4") { database in
            try database.create(table: FloorSetting.databaseTableName) { table in
                table.primaryKey("id", .text)
                table.column("name", .text).notNull()
                table.column("level", .integer).notNull()
                for name in ["width", "depth"] { table.column(name, .double).notNull() }
                table.column("walls", .jsonText).notNull()
            }
            try database.execute(
                sql: """
                    INSERT INTO beaconFloor (id, name, level, width, depth, walls)
                    SELECT ?, 'Ground floor', 0, width, depth, walls FROM beaconPlan WHERE width > 0 AND depth > 0
                    """,
                arguments: [ground]
            )
            for table in placed + ["beaconRegion", "beaconSurvey", PlanPicture.databaseTableName] {
                try database.alter(table: table) { $0.add(column: "floor", .text) }
            }
            try database.alter(table: Crossing.databaseTableName) { table in
                table.add(column: "floor", .text)
                table.add(column: "floorName", .text)
            }
            try database.create(table: VenueRules.databaseTableName) { table in
                table.primaryKey("id", .integer)
                table.column("method", .text)
                table.column("isPublic", .boolean)
                table.column("ceilingLoss", .double)
                table.column("earth", .jsonText)
            }
            try database.execute(
                sql: "INSERT INTO beaconRules (id, method, isPublic) SELECT id, method, isPublic FROM beaconPlan"
            )
            try database.drop(table: "beaconPlan")
            try adopt(in: database)
        }
    }

    /// Puts what stands on no floor yet on the one nearest to the ground.
    private static func adopt(in database: Database) throws {
        guard let first = try nearestGround(in: database)?.id else { return }
        for table in placed + [SurveyRow.databaseTableName] {
            try database.execute(
                sql: "UPDATE \(table) SET floor = ? WHERE floor IS NULL AND x IS NOT NULL",
                arguments: [first]
            )
        }
        let isTaken = try PlanPicture.filter(Column("floor") == first).fetchCount(database) > 0
        guard !isTaken else { return }
        try database.execute(sql: "UPDATE beaconPlanPicture SET floor = ? WHERE floor IS NULL", arguments: [first])
    }

    /// The floor nearest to the ground.
    private static func nearestGround(in database: Database) throws -> FloorSetting? {
        try FloorSetting.fetchOne(database, sql: "SELECT * FROM beaconFloor ORDER BY ABS(level), level, id LIMIT 1")
    }

    // MARK: Floors

    /// All floors, lowest first.
    func all() async throws -> [FloorSetting] {
        try await database.read { try FloorSetting.order(Column("level"), Column("id")).fetchAll($0) }
    }

    /// The floor nearest to the ground: for what names none.
    func nearestGround() async throws -> FloorSetting? {
        try await database.read { try Self.nearestGround(in: $0) }
    }

    /// Keeps a new floor or one in the place of another.
    ///
    /// Throws a `StudioError` where there are too many, or another one has the level.
    func save(_ floor: FloorSetting) async throws {
        try await database.write { database in
            let others = try FloorSetting.filter(Column("id") != floor.key).fetchAll(database)
            guard others.count < FloorSetting.most else { throw BeaconError.tooManyFloors }
            if let other = others.first(where: { $0.level == floor.level }) {
                throw BeaconError.levelTaken(by: other.name)
            }
            try floor.save(database)
            try Self.adopt(in: database)
        }
    }

    /// Gives the floors' levels to them in another order, lowest first.
    ///
    /// Throws a `StudioError` unless each floor is named once.
    func order(_ ids: [String]) async throws {
        try await database.write { database in
            let floors = try FloorSetting.order(Column("level")).fetchAll(database)
            guard ids.count == floors.count, Set(ids) == Set(floors.map(\.key)) else {
                throw BeaconError.invalid("order", "name each floor once")
            }
            for (id, level) in zip(ids, floors.map(\.level)) {
                try database.execute(sql: "UPDATE beaconFloor SET level = ? WHERE id = ?", arguments: [level, id])
            }
        }
    }

    /// Forgets a floor with its zones, its picture and its survey; receivers and beacons lose their place.
    ///
    /// Throws a `StudioError` where there is none, or where something stands on it and `withContents` is not set.
    func delete(_ id: String, withContents: Bool) async throws {
        try await database.write { database in
            guard try FloorSetting.filter(Column("id") == id).fetchCount(database) > 0 else {
                throw BeaconError.unknown("floor")
            }
            let counts = try Self.placed.map { table in
                try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table) WHERE floor = ?", arguments: [id]) ?? 0
            }
            guard withContents || counts.allSatisfy({ $0 == 0 }) else {
                throw BeaconError.floorInUse(receivers: counts[0], beacons: counts[1], zones: counts[2])
            }
            try database.execute(sql: "DELETE FROM beaconZone WHERE floor = ?", arguments: [id])
            // What one of its receivers received elsewhere does not hold either.
            try database.execute(
                sql: """
                    DELETE FROM beaconSurvey WHERE floor = ?
                    OR receiver IN (SELECT id FROM beaconReceiver WHERE floor = ?)
                    """,
                arguments: [id, id]
            )
            for table in [ReceiverSetting.databaseTableName, KnownBeacon.databaseTableName] {
                try database.execute(
                    sql: "UPDATE \(table) SET x = NULL, y = NULL, floor = NULL WHERE floor = ?",
                    arguments: [id]
                )
            }
            try database.execute(sql: "UPDATE beaconRegion SET floor = NULL WHERE floor = ?", arguments: [id])
            try PlanPicture.filter(Column("floor") == id).deleteAll(database)
            try FloorSetting.filter(Column("id") == id).deleteAll(database)
            try Self.adopt(in: database)
        }
    }

    /// Forgets the only floor; what stands on it keeps its place for the next one.
    private func deleteOnly(_ id: String) async throws {
        try await database.write { database in
            guard try FloorSetting.fetchCount(database) == 1 else { return }
            try Self.clear(id, in: database)
            try FloorSetting.deleteAll(database)
        }
    }

    /// Takes everything off a floor; it stands on none then.
    private static func clear(_ floor: String, in database: Database) throws {
        let tables =
            placed + [SurveyRow.databaseTableName, RegionSetting.databaseTableName, PlanPicture.databaseTableName]
        for table in tables {
            try database.execute(sql: "UPDATE \(table) SET floor = NULL WHERE floor = ?", arguments: [floor])
        }
    }

    /// Takes the floors, pictures and rules of another store in the place of those here; what stands on another floor
    /// comes to the one nearest to the ground.
    func copy(from other: FloorStore) async throws {
        let (floors, pictures, rules) = try await other.database.read { database in
            (try FloorSetting.fetchAll(database), try PlanPicture.fetchAll(database), try VenueRules.fetchOne(database))
        }
        try await database.write { database in
            let kept = Set(floors.map(\.key))
            let gone = try FloorSetting.fetchAll(database).filter { !kept.contains($0.key) }
            try PlanPicture.deleteAll(database)
            for floor in gone { try Self.clear(floor.key, in: database) }
            try FloorSetting.deleteAll(database)
            for floor in floors { try floor.insert(database) }
            for picture in pictures { try picture.insert(database) }
            try rules?.save(database)
            try Self.adopt(in: database)
        }
    }

    // MARK: The plan of one floor

    /// How positions are found, with the plan of the floor nearest to the ground.
    func plan() async throws -> PlanSetting {
        try await database.read { database in
            let rules = try VenueRules.fetchOne(database)
            let floor = try Self.nearestGround(in: database)
            return PlanSetting(
                width: floor?.width ?? 0,
                depth: floor?.depth ?? 0,
                walls: floor?.walls ?? [],
                method: rules?.method ?? PlanSetting.none.method,
                isPublic: rules?.isPublic ?? false,
                ceilingLoss: rules?.ceilingLoss ?? PlanSetting.none.ceilingLoss,
                earth: rules?.earth
            )
        }
    }

    /// Keeps how positions are found, and the plan of the floor nearest to the ground if there is one in the setting.
    func save(_ plan: PlanSetting) async throws {
        let first = try await nearestGround()
        try await database.write { database in
            let before = try VenueRules.fetchOne(database)
            let rules = VenueRules(
                method: plan.method,
                isPublic: plan.isPublic,
                ceilingLoss: plan.ceilingLoss ?? before?.ceilingLoss,
                earth: plan.earth ?? before?.earth
            )
            try rules.save(database)
        }
        guard plan.width > 0, plan.depth > 0 else {
            if let first { try await deleteOnly(first.key) }
            return
        }
        var floor =
            first
            ?? FloorSetting(id: Self.ground, name: "Ground floor", level: 0, width: 0, depth: 0, walls: [])
        (floor.width, floor.depth, floor.walls) = (plan.width, plan.depth, plan.walls)
        try await save(floor)
    }

    // MARK: Pictures

    /// The name of each floor's picture, which is another one for each picture; without a floor of one that waits for the
    /// first floor.
    func pictureNames() async throws -> [String?: String] {
        try await database.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT floor, name FROM beaconPlanPicture")
            return Dictionary(rows.map { ($0["floor"] as String?, $0["name"] as String) }) { $1 }
        }
    }

    /// A picture by its name; without a name that of the floor nearest to the ground.
    func picture(name: String?) async throws -> PlanPicture? {
        try await database.read { database in
            if let name { return try PlanPicture.filter(Column("name") == name).fetchOne(database) }
            let floor = try Self.nearestGround(in: database)?.key
            return try PlanPicture.filter(Column("floor") == floor).fetchOne(database)
        }
    }

    /// Keeps a picture of a floor in the place of the one before; nil for none.
    ///
    /// Without a floor it is that of the floor nearest to the ground, or of the first one that is made. Throws a
    /// `StudioError` where there is no such floor.
    func save(_ picture: PlanPicture?, of floor: String?) async throws {
        try await database.write { database in
            let own = try floor ?? Self.nearestGround(in: database)?.key
            if let floor, try FloorSetting.filter(Column("id") == floor).fetchCount(database) == 0 {
                throw BeaconError.unknown("floor")
            }
            try PlanPicture.filter(Column("floor") == own).deleteAll(database)
            var picture = picture
            picture?.floor = own
            try picture?.insert(database)
        }
    }

    // MARK: What stands on a floor

    /// A setting with its floor: what names none stays where it stood, or comes to the floor nearest to the ground.
    ///
    /// Throws a `StudioError` where there is no such floor.
    func onFloor<Setting: BeaconSetting>(_ setting: Setting) async throws -> Setting {
        guard var placed = setting as? any FloorPlaced else { return setting }
        placed.floor = try await database.read { [placed] database in
            if let floor = placed.floor {
                guard try FloorSetting.filter(Column("id") == floor).fetchCount(database) > 0 else {
                    throw BeaconError.invalid("floor", "there is no such floor")
                }
                return floor
            }
            guard placed.needsFloor else { return nil }
            let before = try Setting.filter(Column("id") == setting.key).fetchOne(database) as? any FloorPlaced
            return try before?.floor ?? Self.nearestGround(in: database)?.key
        }
        return placed as? Setting ?? setting
    }
}

/// A setting that may stand on a floor.
protocol FloorPlaced: Sendable {
    /// The floor's name in addresses.
    var floor: String? { get set }
    /// Whether it stands on one even if none is named.
    var needsFloor: Bool { get }
}

/// How positions are found in the whole venue, and who may look, as it is kept.
private struct VenueRules: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "beaconRules"

    /// There is one row.
    var id = 1
    var method: String?
    var isPublic: Bool?
    var ceilingLoss: Double?
    var earth: [EarthPoint]?
}
