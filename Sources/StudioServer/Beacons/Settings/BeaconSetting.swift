import Foundation
import GRDB

/// One thing that the owner of a venue sets up: a receiver, a beacon, a region, a zone or an action.
protocol BeaconSetting: Codable, Sendable, FetchableRecord, PersistableRecord {
    /// What it is called in addresses: `receivers`, for instance.
    static var path: String { get }
    /// Its name in addresses and in events; the studio gives it, so bodies may leave it out.
    var id: String? { get set }
    /// The same with what is left out filled in.
    ///
    /// Throws a `StudioError` that names what is wrong.
    func checked() throws -> Self
}

extension BeaconSetting {
    /// The name in addresses of what has been kept.
    var key: String { id ?? "" }

    /// A new name.
    static func makeID() -> String { RandomText.hexadecimal(bytes: 6) }

    /// A name that a person gave, without blanks around it.
    static func checkedName(_ name: String) throws -> String {
        let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...60).contains(trimmed.count) else { throw BeaconError.invalid("name", "give 1 to 60 characters") }
        return trimmed
    }

    /// A place on the floor: both coordinates or none, within a kilometre.
    static func checkPlace(_ x: Double?, _ y: Double?) throws {
        guard (x == nil) == (y == nil) else { throw BeaconError.invalid("x", "give x and y, or neither") }
        for value in [x, y].compactMap({ $0 }) where !(value.magnitude <= 1000) {
            throw BeaconError.invalid("x", "coordinates are metres within a kilometre")
        }
    }
}
