import Foundation
import Proximity

/// Powers at 1 m by beacon, as `calibrate` saves them: a JSON object from `UUID/major/minor` to dBm.
enum CalibrationFile {
    /// The powers in a file; empty without a file.
    ///
    /// Throws `InputFailure`.
    static func powers(at path: String?) throws -> [BeaconIdentity: Double] {
        var powers: [BeaconIdentity: Double] = [:]
        guard let path else { return powers }
        for (name, power) in try read(path) {
            guard let identity = BeaconIdentity(key: name) else {
                throw InputFailure(message: "\(path): \(name) is not UUID/major/minor")
            }
            powers[identity] = power
        }
        return powers
    }

    /// Adds or replaces one beacon's power.
    static func save(_ power: Double, of identity: BeaconIdentity, to path: String) throws {
        var powers = FileManager.default.fileExists(atPath: path) ? try read(path) : [:]
        powers[identity.description] = (power * 10).rounded() / 10
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do {
            try encoder.encode(powers).write(to: URL(fileURLWithPath: path))
        } catch {
            throw WorkFailure(message: "\(path): cannot be written: \(error.localizedDescription)")
        }
    }

    private static func read(_ path: String) throws -> [String: Double] {
        do {
            return try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw InputFailure(message: "\(path): not a calibration: \(error.localizedDescription)")
        }
    }
}
