import ArgumentParser
import Bluetooth
import Foundation
import StudioServer

/// The options of `serve` for the Beacons page.
struct ServeBeaconOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Receive beacons on this machine, too, or show a simulated walk on the Beacons page.",
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
            "Your address for the push services that bring notices to phones; Apple's takes no made-up one.",
            valueName: "mailto:…|https://…"
        )
    )
    var pushContact: String?

    @Option(
        help: ArgumentHelp(
            "A push service beside those of the browsers' makers, as scheme://host[:port]; may be repeated.",
            valueName: "origin"
        ),
        transform: { try WebOrigin(argument: $0, of: "--push-service", example: "https://push.example.org") }
    )
    var pushService: [WebOrigin] = []

    @OptionGroup var broker: BrokerOptions

    /// A file of actions.
    private struct ActionFile: Decodable {
        let actions: [PlaceAction]
    }

    func validate() throws {
        if let pushContact, !["mailto:", "https://"].contains(where: pushContact.hasPrefix) {
            throw ValidationError("--push-contact begins with mailto: or https://")
        }
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
        if let pushContact { configuration.pushContact = pushContact }
        configuration.pushServices.formUnion(pushService.map(\.text))
        configuration.broker = try broker.address()
        return configuration
    }
}
