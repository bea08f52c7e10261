import ArgumentParser
import Bluetooth

/// `sightline beacons replay`: plays a capture in real time.
struct BeaconsReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a capture as it happened, or faster."
    )

    @Argument(help: ArgumentHelp("The capture.", valueName: "file.btsnoop"))
    var capture: String
    @Option(help: "How many times as fast as it happened; 0 as fast as possible.")
    var speed = 1.0
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard speed >= 0, speed.isFinite else { throw ValidationError("--speed must be 0 or above") }
    }

    func run() throws {
        var listener = BeaconListener(source: .capture(path: capture))
        listener.playbackSpeed = speed > 0 ? speed : nil
        let scan = BeaconScan(
            listener: listener,
            title: "Replay · \(capture)",
            collector: BeaconCollector(),
            seconds: nil
        )
        try scan.run(output)
    }
}
