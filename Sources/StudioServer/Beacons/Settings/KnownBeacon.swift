import Foundation
import GRDB
import Proximity

/// A beacon that the owner has named: its position and its calibration.
struct KnownBeacon: BeaconSetting, FloorPlaced {
    static let path = "beacons"
    static let databaseTableName = "beacon"

    var id: String?
    var name: String
    /// `UUID/major/minor`, or `namespace/instance` for Eddystone.
    var beacon: String
    /// The position, m; nil if it is carried.
    var x: Double?
    var y: Double?
    /// The floor's name in addresses; nil if it is carried.
    var floor: String?
    /// Over the floor, m.
    var height: Double?
    /// The calibrated power at 1 m, dBm; nil to use the advertised one.
    var power: Double?

    func checked() throws -> Self {
        var checked = self
        checked.name = try Self.checkedName(name)
        guard let identity = BeaconIdentity(key: beacon.trimmingCharacters(in: .whitespaces)) else {
            throw BeaconError.invalid("beacon", "give UUID/major/minor, or namespace/instance for Eddystone")
        }
        checked.beacon = identity.key
        try Self.checkPlace(x, y)
        checked.floor = x == nil ? nil : floor.flatMap { $0.isEmpty ? nil : $0 }
        checked.height = height ?? 2
        guard (0...50).contains(checked.height ?? 2) else { throw BeaconError.invalid("height", "0 to 50 m") }
        if let power, !(-120...20).contains(power) { throw BeaconError.invalid("power", "−120 to 20 dBm") }
        return checked
    }

    var needsFloor: Bool { x != nil }

    /// The beacon in the tracker's form.
    var venueBeacon: VenueBeacon? {
        BeaconIdentity(key: beacon).map {
            VenueBeacon(identity: $0, position: SIMD2(x, y), floor: floor, height: height ?? 2, power: power)
        }
    }
}
