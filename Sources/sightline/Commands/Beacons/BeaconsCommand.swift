import ArgumentParser
import Bluetooth

/// `sightline beacons`: the beacons near by.
struct BeaconsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacons",
        abstract: "Receive beacons near by, watch regions, play a beacon.",
        discussion: """
            SOURCE is an adapter (hci0), a controller that speaks HCI over TCP (tcp:HOST:PORT) or a capture
            (FILE.btsnoop). Without a radio, `sightline beacons simulate` makes either of the latter two.
            """,
        subcommands: [
            BeaconsScanCommand.self,
            BeaconsMonitorCommand.self,
            BeaconsForwardCommand.self,
            BeaconsAdvertiseCommand.self,
            BeaconsCalibrateCommand.self,
            BeaconsConfigureCommand.self,
            BeaconsReplayCommand.self,
            BeaconsSimulateCommand.self,
        ]
    )
}

extension BluetoothError: CommandError {
    var message: String { description }
    var exitCode: ExitCode {
        switch self {
        case .malformedCapture, .notHCI: .badInput
        case .unreadable: .badInput
        case .unknownSource: .validationFailure
        default: .failure
        }
    }
}
