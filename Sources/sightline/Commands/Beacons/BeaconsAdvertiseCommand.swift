import ArgumentParser
import Bluetooth
import Proximity

/// `sightline beacons advertise`: acts as a beacon until stopped.
struct BeaconsAdvertiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advertise",
        abstract: "Act as an iBeacon until stopped (Ctrl-C).",
        discussion: "Calibrate the power with a phone at 1 m: --power is the signal strength that it receives there."
    )

    @OptionGroup var input: BeaconSourceOptions
    @Option(help: "The beacon's UUID.")
    var uuid: BeaconUUID
    @Option(help: "The beacon's major number.")
    var major: UInt16 = 0
    @Option(help: "The beacon's minor number.")
    var minor: UInt16 = 0
    // A power is negative: what follows is its value, also if it begins with a dash.
    @Option(parsing: .unconditional, help: ArgumentHelp("The signal strength expected at 1 m, dBm.", valueName: "dBm"))
    var power: Int8 = -59
    @Option(help: ArgumentHelp("The time between packets, 20 to 10240 ms.", valueName: "ms"))
    var interval = 100.0
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        let uuid: String
        let major: Int
        let minor: Int
        let power: Int
        var seconds: Double
    }

    func validate() throws {
        guard (20...10240).contains(interval) else { throw ValidationError("--interval must be from 20 to 10240 ms") }
    }

    func run() throws {
        let source = try input.parsed()
        if case .capture = source {
            throw ValidationError("a capture cannot advertise; give an adapter or tcp:HOST:PORT")
        }
        let frame = IBeaconFrame(uuid: uuid, major: major, minor: minor, measuredPower: power)
        var generator = SystemRandomNumberGenerator()
        let address = BluetoothAddress.random(using: &generator)
        let units = UInt16((interval / 0.625).rounded())
        let task = ControllerTask.advertise(data: frame.advertisement, address: address, interval: units)
        let (stop, terminal, start) = (StopSwitch(seconds: input.seconds), Terminal.standardError, ContinuousClock.now)
        try ControllerRunner(source: source, task: task, mode: input.mode).run(until: stop.isOn) { event in
            if case .began = event {
                terminal.write("Playing \(uuid) major \(major) minor \(minor) from \(address); Ctrl-C stops.\n")
            }
            if case .lost(let error, _) = event { terminal.complain("\(error)") }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let result = Result(
            uuid: "\(uuid)",
            major: Int(major),
            minor: Int(minor),
            power: Int(power),
            seconds: seconds
        )
        if output.json { try output.report(result) { "" } }
    }
}
