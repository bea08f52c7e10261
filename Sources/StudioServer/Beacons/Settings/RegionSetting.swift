import Foundation
import GRDB
import Proximity

/// A region: all beacons of a UUID, of a UUID and major, or one beacon; near any receiver, near those
/// of a floor, or near one.
struct RegionSetting: BeaconSetting, FloorPlaced {
    static let path = "regions"
    static let databaseTableName = "beaconRegion"

    var id: String?
    var name: String
    var uuid: String
    var major: UInt16?
    var minor: UInt16?
    /// The only receiver that counts; nil if all do.
    var receiver: String?
    /// The only floor whose receivers count; nil if all do.
    var floor: String?

    var needsFloor: Bool { false }

    func checked() throws -> Self {
        var checked = self
        checked.name = try Self.checkedName(name)
        guard let uuid = BeaconUUID(uuid.trimmingCharacters(in: .whitespaces)) else {
            throw BeaconError.invalid("uuid", "give 32 hexadecimal digits")
        }
        checked.uuid = uuid.description
        guard minor == nil || major != nil else { throw BeaconError.invalid("minor", "a minor number needs a major") }
        checked.receiver = receiver.flatMap { $0.isEmpty ? nil : $0 }
        checked.floor = checked.receiver == nil ? floor.flatMap { $0.isEmpty ? nil : $0 } : nil
        return checked
    }

    /// The region in the tracker's form.
    var venueRegion: VenueRegion? {
        guard let uuid = BeaconUUID(uuid),
            let region = try? BeaconRegion(identifier: key, uuid: uuid, major: major, minor: minor)
        else { return nil }
        return VenueRegion(region, receiver: receiver, floor: floor)
    }
}
