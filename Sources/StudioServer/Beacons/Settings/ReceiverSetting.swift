import GRDB
import Proximity

/// A receiver, and its position.
struct ReceiverSetting: BeaconSetting, FloorPlaced {
    static let path = "receivers"
    static let databaseTableName = "beaconReceiver"

    var id: String?
    var name: String
    /// The position, m; nil if it is carried.
    var x: Double?
    var y: Double?
    /// The floor's name in addresses; nil if it is carried.
    var floor: String?
    /// Over the floor, m.
    var height: Double?
    /// Its gain relative to others, dB.
    var gain: Double?

    func checked() throws -> Self {
        var checked = self
        checked.name = try Self.checkedName(name)
        try Self.checkPlace(x, y)
        checked.floor = x == nil ? nil : floor.flatMap { $0.isEmpty ? nil : $0 }
        checked.height = height ?? 2
        checked.gain = gain ?? 0
        guard (0...50).contains(checked.height ?? 2) else { throw BeaconError.invalid("height", "0 to 50 m") }
        guard (-40...40).contains(checked.gain ?? 0) else { throw BeaconError.invalid("gain", "−40 to 40 dB") }
        return checked
    }

    var needsFloor: Bool { x != nil }

    /// The receiver in the tracker's form.
    var venueReceiver: VenueReceiver {
        VenueReceiver(identifier: key, position: SIMD2(x, y), floor: floor, height: height ?? 2, gain: gain ?? 0)
    }
}

extension SIMD2<Double> {
    /// A place of its coordinates, where both are known.
    init?(_ x: Double?, _ y: Double?) {
        guard let x, let y else { return nil }
        self.init(x, y)
    }
}
