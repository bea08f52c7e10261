import GRDB
import Proximity

/// A zone: a part of the floor with a name, a rectangle or of any outline.
struct ZoneSetting: BeaconSetting, FloorPlaced {
    static let path = "zones"
    static let databaseTableName = "beaconZone"

    var id: String?
    var name: String
    /// The corner with the least coordinates, m; with an outline, of the rectangle around it.
    var x: Double
    var y: Double
    /// Along x and along y, m.
    var width: Double
    var depth: Double
    /// The corners in order, each `[x, y]`, m; nil for a rectangle.
    var outline: [[Double]]?
    /// The floor's name in addresses.
    var floor: String?

    var needsFloor: Bool { true }

    func checked() throws -> Self {
        var checked = self
        checked.name = try Self.checkedName(name)
        checked.floor = floor.flatMap { $0.isEmpty ? nil : $0 }
        if let outline { try checked.surround(outline) }
        try Self.checkPlace(checked.x, checked.y)
        for (field, value) in [("width", checked.width), ("depth", checked.depth)] where !(0.2...1000).contains(value) {
            throw BeaconError.invalid(field, "0.2 to 1000 m")
        }
        return checked
    }

    /// Takes the rectangle around an outline.
    private mutating func surround(_ outline: [[Double]]) throws {
        guard (3...60).contains(outline.count), outline.allSatisfy({ $0.count == 2 }) else {
            throw BeaconError.invalid("outline", "3 to 60 corners")
        }
        for corner in outline { try Self.checkPlace(corner[0], corner[1]) }
        let (across, along) = (outline.map { $0[0] }, outline.map { $0[1] })
        (x, y) = (across.min() ?? 0, along.min() ?? 0)
        (width, depth) = ((across.max() ?? 0) - x, (along.max() ?? 0) - y)
    }

    /// The zone in the tracker's form.
    var venueZone: VenueZone {
        guard let outline else {
            let corner = SIMD2(x + width, y + depth)
            return VenueZone(identifier: key, minimum: SIMD2(x, y), maximum: corner, floor: floor)
        }
        return VenueZone(identifier: key, outline: outline.map { SIMD2($0[0], $0[1]) }, floor: floor)
    }
}

extension ZoneSetting {
    /// A zone of a body, which may leave the rectangle out if it has an outline.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let outline = try values.decodeIfPresent([[Double]].self, forKey: .outline)
        func number(_ key: CodingKeys) throws -> Double {
            if outline == nil { return try values.decode(Double.self, forKey: key) }
            return try values.decodeIfPresent(Double.self, forKey: key) ?? 0
        }
        self.init(
            id: try values.decodeIfPresent(String.self, forKey: .id),
            name: try values.decode(String.self, forKey: .name),
            x: try number(.x),
            y: try number(.y),
            width: try number(.width),
            depth: try number(.depth),
            outline: outline,
            floor: try values.decodeIfPresent(String.self, forKey: .floor)
        )
    }
}
