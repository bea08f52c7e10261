import Foundation
import Proximity
import StudioServer

/// One beacon in the commands' output.
struct BeaconReport: Encodable {
    let kind: String
    var uuid: String?
    var major: Int?
    var minor: Int?
    var namespace: String?
    var instance: String?
    let rssi: Int
    let proximity: String
    let distance: Double
    let accuracy: Double
    let age: Double
    var time: String?

    /// A ranged beacon; `time` in nanoseconds since 1970.
    init(_ beacon: RangedBeacon, at nanoseconds: Int64? = nil) {
        switch beacon.identity {
        case .iBeacon: kind = "iBeacon"
        case .altBeacon: kind = "altBeacon"
        case .eddystone(let identifier):
            kind = "eddystone"
            namespace = String(identifier.description.prefix { $0 != "/" })
            instance = String(identifier.description.drop { $0 != "/" }.dropFirst())
        }
        uuid = beacon.identity.uuid?.description
        major = beacon.identity.major.map(Int.init)
        minor = beacon.identity.minor.map(Int.init)
        rssi = beacon.rssi
        proximity = beacon.proximity.rawValue
        distance = Self.rounded(beacon.distance)
        accuracy = Self.rounded(beacon.accuracy)
        age = Self.rounded(beacon.age)
        time = nanoseconds.map(PlaceNotice.text)
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
