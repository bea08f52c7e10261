import ArgumentParser
import Bluetooth
import Foundation
import MQTT
import StudioServer

/// What `serve` does for the Beacons page.
struct ServeBeaconOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Hear beacons on this machine, too, or show a simulated walk on the Beacons page.",
            valueName: "hci0|tcp:HOST:PORT|file.btsnoop|simulated"
        )
    )
    var beacons: String?
    @Option(
        help: ArgumentHelp(
            "Actions for regions and zones, as `beacons monitor` takes them; only these may run programs.",
            valueName: "actions.json"
        )
    )
    var beaconActions: String?

    @Option(help: "The most regions on the Beacons page.")
    var beaconRegions = 20

    @Option(
        help: ArgumentHelp(
            "Publish the venue's beacons, regions and zones to this MQTT broker, as Home Assistant expects them.",
            valueName: "mqtt://USER@HOST"
        )
    )
    var mqtt: String?
    @Option(help: ArgumentHelp("The file with the broker's password.", valueName: "file"))
    var mqttPasswordFile: String?

    /// A file of actions.
    private struct ActionFile: Decodable {
        let actions: [PlaceAction]
    }

    func validate() throws {
        guard beaconRegions > 0 else { throw ValidationError("--beacon-regions must be at least 1") }
    }

    /// The configuration of the studio's part; its own receiver has begun to listen.
    func configuration() throws -> BeaconConfiguration {
        var configuration = BeaconConfiguration(isSimulated: beacons == "simulated", regionLimit: beaconRegions)
        if let beaconActions {
            configuration.actions = try MonitorConfiguration.decode(ActionFile.self, at: beaconActions).actions
        }
        if let beacons, beacons != "simulated" {
            let receiver = BeaconReceiver(source: try BeaconSource(beacons))
            receiver.start()
            configuration.ownReceiver = { receiver.report() }
        }
        configuration.broker = try broker()
        return configuration
    }

    /// The broker of `--mqtt`, with the password of its file.
    private func broker() throws -> BrokerAddress? {
        guard let mqtt else { return nil }
        var address = try BrokerAddress(mqtt)
        if let mqttPasswordFile {
            let text = try String(contentsOfFile: mqttPasswordFile, encoding: .utf8)
            address.password = text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return address
    }
}
