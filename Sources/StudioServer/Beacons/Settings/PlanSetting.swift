import GRDB
import Proximity

/// The floor, how positions are found on it, and who may look.
struct PlanSetting: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "beaconPlan"

    /// A wall, m.
    struct Wall: Codable, Sendable {
        var x1: Double
        var y1: Double
        var x2: Double
        var y2: Double
        /// What a signal loses in it, dB; 5 where it is left out.
        var loss: Double?
    }

    /// There is one plan.
    var id: Int? = 1
    /// Along x, m; 0 if there is no plan yet.
    var width: Double
    /// Along y, m.
    var depth: Double
    var walls: [Wall]
    /// `particles` or `leastSquares`.
    var method: String?
    /// Whether others than the owner see who is near.
    var isPublic: Bool?

    /// The plan before anything is configured.
    static let none = PlanSetting(width: 0, depth: 0, walls: [], method: "particles", isPublic: false)

    /// The same with what is left out filled in.
    func checked() throws -> Self {
        var checked = self
        checked.id = 1
        checked.method = try checkedMethod()
        checked.isPublic = isPublic ?? false
        for (field, value) in [("width", width), ("depth", depth)] where value != 0 && !(1...1000).contains(value) {
            throw BeaconError.invalid(field, "1 to 1000 m")
        }
        guard walls.count <= 500 else { throw BeaconError.invalid("walls", "at most 500") }
        for wall in walls {
            let isSound = [wall.x1, wall.y1, wall.x2, wall.y2].allSatisfy { $0.magnitude <= 1000 }
            guard isSound, (0...60).contains(wall.loss ?? 5) else {
                throw BeaconError.invalid("walls", "a wall lies within a kilometre and takes 0 to 60 dB")
            }
        }
        return checked
    }

    private func checkedMethod() throws -> String {
        guard let method = PositionMethod(rawValue: method ?? "particles") else {
            throw BeaconError.invalid("method", "particles or leastSquares")
        }
        return method.rawValue
    }

    /// The plan in the tracker's form; nil if there is none yet.
    var floorPlan: FloorPlan? {
        guard width > 0, depth > 0 else { return nil }
        let walls = walls.map { Proximity.Wall(from: SIMD2($0.x1, $0.y1), to: SIMD2($0.x2, $0.y2), loss: $0.loss ?? 5) }
        return FloorPlan(maximum: SIMD2(width, depth), walls: walls)
    }
}
