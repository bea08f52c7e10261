import ArgumentParser
import Bluetooth
import Foundation
import Proximity

/// `sightline beacons scan`: a live table of the beacons near by.
struct BeaconsScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show the beacons near by, with zone, distance ± error, strength and age.",
        discussion: """
            On a terminal a table that redraws every second; elsewhere a line of JSON a beacon and second. With --json,
            one object at the end: every beacon that was received, as it was last known.
            """
    )

    @OptionGroup var input: BeaconSourceOptions
    @Option(help: "Only beacons of this UUID.")
    var uuid: BeaconUUID?
    @Option(help: ArgumentHelp("Powers at 1 m, as `calibrate` saves them.", valueName: "file.json"))
    var calibration: String?
    @Option(help: ArgumentHelp("Keep what the controller said as a capture.", valueName: "file.btsnoop"))
    var record: String?
    @Option(help: ArgumentHelp("How far off beacons usually are: 2 in rooms, 6 or more in halls.", valueName: "m"))
    var reach = 2.0
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0.1...100).contains(reach) else { throw ValidationError("--reach must be from 0.1 to 100 m") }
    }

    func run() throws {
        var listener = BeaconListener(source: try input.parsed(), mode: input.mode)
        var capture = BtsnoopFile()
        if record != nil { listener.record = { capture.packets.append($0) } }
        try BeaconScan(
            listener: listener,
            title: "Beacons near by · \(input.source)",
            collector: BeaconCollector(uuid: uuid, powers: try CalibrationFile.powers(at: calibration), reach: reach),
            seconds: input.seconds
        ).run(output)
        if let record { try capture.write(to: record) }
    }
}

extension BeaconUUID: ExpressibleByArgument {
    /// Reads a UUID of the command line.
    public init?(argument: String) { self.init(argument) }
}
