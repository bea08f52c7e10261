import ArgumentParser
import Bluetooth
import Proximity

/// `sightline beacons advertise`: acts as a beacon until stopped.
struct BeaconsAdvertiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advertise",
        abstract: "Act as a beacon until stopped (Ctrl-C): an iBeacon, an AltBeacon or an Eddystone.",
        discussion: """
            An iBeacon and an AltBeacon need --uuid, an eddystone-uid --namespace and --instance, an eddystone-url --url; an \
            eddystone-tlm sends the state of a beacon. Calibrate the power with a phone at 1 m: --power is the signal \
            strength that it receives there.
            """
    )

    @OptionGroup var input: BeaconSourceOptions
    @OptionGroup var beacon: AdvertisedBeaconOptions
    @Option(help: ArgumentHelp("The time between packets, 20 to 10240 ms.", valueName: "ms"))
    var interval = 100.0
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        let format: String
        let uuid: String?
        let major: Int?
        let minor: Int?
        let beacon: String?
        let power: Int?
        let seconds: Double
    }

    func validate() throws {
        guard (20...10240).contains(interval) else { throw ValidationError("--interval must be from 20 to 10240 ms") }
    }

    func run() throws {
        let source = try input.parsed()
        if case .capture = source {
            throw ValidationError("a capture cannot advertise; give an adapter or tcp:HOST:PORT")
        }
        let frame = try beacon.frame()
        var generator = SystemRandomNumberGenerator()
        let address = BluetoothAddress.random(using: &generator)
        let units = UInt16((interval / 0.625).rounded())
        let task = ControllerTask.advertise(data: frame.advertisement, address: address, interval: units)
        let (stop, terminal, start) = (StopSwitch(seconds: input.seconds), Terminal.standardError, ContinuousClock.now)
        var runner = ControllerRunner(source: source, task: task, mode: input.mode)
        if case .eddystoneTelemetry(let state) = frame { runner.newData = renewed(state, since: start) }
        try runner.run(until: stop.isOn) { event in
            if case .began = event {
                terminal.write("Playing \(beacon.words) from \(address); Ctrl-C stops.\n")
            }
            if case .lost(let error, _) = event { terminal.complain("\(error)") }
        }
        guard output.json else { return }
        let identity = frame.identity
        let result = Result(
            format: beacon.format.rawValue,
            uuid: identity?.uuid.map { "\($0)" },
            major: identity?.major.map(Int.init),
            minor: identity?.minor.map(Int.init),
            beacon: identity?.key,
            power: frame.measuredPower,
            seconds: (ContinuousClock.now - start) / .seconds(1)
        )
        try output.report(result) { "" }
    }

    /// The state once per second, with its time and the number of packets counted on.
    private func renewed(_ state: EddystoneTelemetryFrame, since start: ContinuousClock.Instant) -> () -> [UInt8]? {
        var told = 0.0
        return {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            guard seconds >= told + 1 else { return nil }
            told = seconds
            var state = state
            state.uptimeDeciseconds = UInt32(seconds * 10)
            state.advertisementCount = UInt32(seconds * 1000 / interval)
            return state.advertisement
        }
    }
}
