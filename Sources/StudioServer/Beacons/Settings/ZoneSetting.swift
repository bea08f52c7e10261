import GRDB
import Proximity

/// A zone: a rectangle of the floor with a name.
struct ZoneSetting: BeaconSetting {
    static let path = "zones"
    static let databaseTableName = "beaconZone"

    var id: String?
    var name: String
    /// The corner with the least coordinates, m.
    var x: Double
    var y: Double
    /// Along x and along y, m.
    var width: Double
    var depth: Double

    func checked() throws -> Self {
        var checked = self
        checked.name = try Self.checkedName(name)
        try Self.checkPlace(x, y)
        for (field, value) in [("width", width), ("depth", depth)] where !(0.2...1000).contains(value) {
            throw BeaconError.invalid(field, "0.2 to 1000 m")
        }
        return checked
    }

    /// The zone in the tracker's form.
    var venueZone: VenueZone {
        VenueZone(identifier: key, minimum: SIMD2(x, y), maximum: SIMD2(x + width, y + depth))
    }
}
