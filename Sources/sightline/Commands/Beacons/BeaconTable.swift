import Foundation
import Proximity

/// The table of beacons near by, for a terminal.
struct BeaconTable {
    let terminal: Terminal
    let title: String

    /// The table's lines.
    func lines(_ beacons: [RangedBeacon]) -> [String] {
        let head = terminal.styled(title, .bold)
        guard !beacons.isEmpty else { return [head, "", terminal.styled("No beacon near by", .dim)] }
        let columns = "UUID                                  MAJOR  MINOR  ZONE       DISTANCE        RSSI    AGE"
        return [head, "", terminal.styled(columns, .dim)] + beacons.map(line)
    }

    private func line(_ beacon: RangedBeacon) -> String {
        let identity: String
        if let uuid = beacon.identity.uuid {
            let numbers = [beacon.identity.major, beacon.identity.minor].map { $0.map { "\($0)" } ?? "" }
            identity = Self.fill("\(uuid)", 38) + Self.right(numbers[0], 5) + "  " + Self.right(numbers[1], 5)
        } else {
            identity = Self.fill(beacon.identity.description, 50)
        }
        let zone = terminal.styled(Self.fill(beacon.proximity.rawValue, 9), Self.style(beacon.proximity))
        let distance =
            beacon.distance < 0 ? "—" : String(format: "%.1f m ± %.1f", beacon.distance, beacon.accuracy)
        let age = String(format: "%.1f s", beacon.age)
        return identity + "  " + zone + "  " + Self.fill(distance, 13) + Self.right("\(beacon.rssi)", 7)
            + Self.right(age, 7)
    }

    private static func style(_ zone: ProximityZone) -> Terminal.Style {
        switch zone {
        case .immediate: .green
        case .near: .cyan
        case .far: .yellow
        case .unknown: .dim
        }
    }

    private static func fill(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
