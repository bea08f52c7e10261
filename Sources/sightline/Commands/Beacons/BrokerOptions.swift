import ArgumentParser
import Foundation
import MQTT

/// The MQTT broker that a command publishes to.
struct BrokerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Publish beacons, regions and zones to this MQTT broker, as Home Assistant expects them.",
            valueName: "mqtt://USER@HOST"
        )
    )
    var mqtt: String?
    @Option(help: ArgumentHelp("The file with the broker's password.", valueName: "file"))
    var mqttPasswordFile: String?

    func validate() throws {
        guard mqtt != nil || mqttPasswordFile == nil else {
            throw ValidationError("--mqtt-password-file needs --mqtt")
        }
    }

    /// The broker's address, with the password of its file; nil without `--mqtt`.
    func address() throws -> BrokerAddress? {
        guard let mqtt else { return nil }
        var address = try BrokerAddress(mqtt)
        if let mqttPasswordFile {
            let text = try String(contentsOfFile: mqttPasswordFile, encoding: .utf8)
            address.password = text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return address
    }
}
