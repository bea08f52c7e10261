import GRDB
import Proximity

/// One floor of the venue: its name, its storey, and its plan.
struct FloorSetting: BeaconSetting {
    static let path = "floors"
    static let databaseTableName = "beaconFloor"
    /// The most floors of a venue.
    static let most = 20

    var id: String?
    var name: String
    /// The storey: 0 at the ground, negative below it.
    var level: Int
    /// Along x, m.
    var width: Double
    /// Along y, m.
    var depth: Double
    var walls: [WallSetting]

    func checked() throws -> Self {
        var checked = self
        checked.name = try Self.checkedName(name)
        guard (-20...200).contains(level) else { throw BeaconError.invalid("level", "−20 to 200") }
        for (field, value) in [("width", width), ("depth", depth)] where !(1...1000).contains(value) {
            throw BeaconError.invalid(field, "1 to 1000 m")
        }
        try WallSetting.check(walls)
        return checked
    }

    /// The floor in the tracker's form.
    var venueFloor: VenueFloor {
        VenueFloor(
            identifier: key,
            level: level,
            plan: FloorPlan(maximum: SIMD2(width, depth), walls: walls.map(\.wall))
        )
    }
}

extension FloorSetting {
    /// A floor of a body, which may leave the walls out.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decodeIfPresent(String.self, forKey: .id),
            name: try values.decode(String.self, forKey: .name),
            level: try values.decode(Int.self, forKey: .level),
            width: try values.decode(Double.self, forKey: .width),
            depth: try values.decode(Double.self, forKey: .depth),
            walls: try values.decodeIfPresent([WallSetting].self, forKey: .walls) ?? []
        )
    }
}

/// A wall of a floor, m.
struct WallSetting: Codable, Sendable {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double
    /// What a signal loses in it, dB; 5 where it is left out.
    var loss: Double?

    /// Throws a `StudioError` if there are too many, or one is out of bounds.
    static func check(_ walls: [WallSetting]) throws {
        guard walls.count <= 500 else { throw BeaconError.invalid("walls", "at most 500") }
        for wall in walls {
            let isSound = [wall.x1, wall.y1, wall.x2, wall.y2].allSatisfy { $0.magnitude <= 1000 }
            guard isSound, (0...60).contains(wall.loss ?? 5) else {
                throw BeaconError.invalid("walls", "a wall lies within a kilometre and takes 0 to 60 dB")
            }
        }
    }

    /// The wall in the tracker's form.
    var wall: Wall { Wall(from: SIMD2(x1, y1), to: SIMD2(x2, y2), loss: loss ?? 5) }
}
