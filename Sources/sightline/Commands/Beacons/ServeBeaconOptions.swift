import ArgumentParser
import Bluetooth
import Foundation
import StudioServer

/// The options of `serve` for the Beacons page.
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

    @OptionGroup var broker: BrokerOptions

    /// A file of actions.
    private struct ActionFile: Decodable {
        let actions: [PlaceAction]
    }

    func validate() throws {
        guard beaconRegions > 0 else { throw ValidationError("--beacon-regions must be at least 1") }
    }

    /// The configuration of the studio's part, whose own receiver has started listening.
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
        configuration.broker = try broker.address()
        return configuration
    }
}
