import Foundation
import Proximity
import StudioServer

/// The regions of `monitor` and their actions; a small JSON file.
struct MonitorConfiguration: Decodable {
    /// A region: its name and its beacons.
    struct Region: Decodable {
        let name: String
        let uuid: String
        var major: UInt16?
        var minor: UInt16?
    }

    let regions: [Region]
    var actions: [PlaceAction]?

    /// The configuration in a file.
    ///
    /// Throws `InputFailure` with the file and what is wrong.
    static func read(_ path: String) throws -> MonitorConfiguration { try decode(MonitorConfiguration.self, at: path) }

    /// A value in a JSON file.
    ///
    /// Throws `InputFailure` with the file and what is wrong.
    static func decode<Value: Decodable>(_: Value.Type, at path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch let error as DecodingError {
            throw InputFailure(message: "\(path): \(words(error))")
        } catch {
            throw InputFailure(message: "\(path): \(error.localizedDescription)")
        }
    }

    /// The regions for the monitor.
    ///
    /// Throws `InputFailure`.
    func beaconRegions() throws -> [BeaconRegion] {
        try regions.map { region in
            guard let uuid = BeaconUUID(region.uuid) else {
                throw InputFailure(message: "region \(region.name): \(region.uuid) is not a UUID")
            }
            do {
                return try BeaconRegion(identifier: region.name, uuid: uuid, major: region.major, minor: region.minor)
            } catch {
                throw InputFailure(message: "\(error)")
            }
        }
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context)) lacks \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context)): \(context.debugDescription)"
        case .dataCorrupted(let context):
            (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
                ?? context.debugDescription
        @unknown default: error.localizedDescription
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return path.isEmpty ? "the file" : path.joined(separator: ".")
    }
}
