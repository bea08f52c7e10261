import ArgumentParser
import Bluetooth
import Foundation
import Proximity
import StudioServer

/// `sightline beacons monitor`: reports when regions are entered and left, and runs actions.
struct BeaconsMonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Watch regions: say when they are entered and left, and act on it.",
        discussion: """
            One region by --uuid, or several by a configuration:
            {"regions": [{"name": "shop", "uuid": "…", "major": 1}],
             "actions": [{"region": "shop", "on": "enter", "run": ["notify-send", "welcome"]},
                         {"post": {"url": "https://…", "secret": "…"}},
                         {"publish": {"url": "http://…", "app": "…", "key": "…", "secret": "…", "channel": "…"}}]}
            Events are lines of text on a terminal and of JSON elsewhere; with --json, one object at the end.
            """
    )

    @OptionGroup var input: BeaconSourceOptions
    @Argument(help: ArgumentHelp("The configuration.", valueName: "regions.json"))
    var configuration: String?
    @Option(help: "The UUID of a region.")
    var uuid: BeaconUUID?
    @Option(help: "Its major number.")
    var major: UInt16?
    @Option(help: "Its minor number.")
    var minor: UInt16?
    @Option(help: "Its name.")
    var name = "region"
    @Option(help: "The most regions that are watched at once.")
    var maximum = 20
    @OptionGroup var broker: BrokerOptions
    @Option(help: "This machine's name in MQTT topics; the host's name by default.")
    var mqttName: String?
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        let events: [PlaceNotice]
        let states: [String: String]
    }

    func validate() throws {
        guard (configuration == nil) != (uuid == nil) else { throw ValidationError("give a configuration or --uuid") }
        guard minor == nil || major != nil else { throw ValidationError("--minor needs --major") }
        guard maximum > 0 else { throw ValidationError("--maximum must be at least 1") }
        guard mqttName == nil || broker.mqtt != nil else { throw ValidationError("--mqtt-name needs --mqtt") }
    }

    func run() throws {
        let configuration = try self.configuration.map(MonitorConfiguration.read)
        let regions = try configuration?.beaconRegions() ?? ownRegion()
        let actions = RunningActions(configuration?.actions ?? [])
        let (events, monitor) = try listen(to: regions) { event in
            let event = PlaceNotice(event)
            show(event)
            actions.carryOut(event)
        }
        actions.finish()
        let states = monitor.regions.map { ($0.identifier, monitor.state(of: $0.identifier)?.rawValue ?? "unknown") }
        guard output.json else { return }
        let result = Result(events: events.map(PlaceNotice.init), states: Dictionary(states) { $1 })
        try output.report(result) { "" }
    }

    private func ownRegion() throws -> [BeaconRegion] {
        guard let uuid else { return [] }
        return [try BeaconRegion(identifier: name, uuid: uuid, major: major, minor: minor)]
    }

    private func listen(
        to regions: [BeaconRegion],
        _ handle: (RegionEvent) -> Void
    ) throws -> ([RegionEvent], RegionMonitor) {
        var (monitor, events, isStarted) = (RegionMonitor(limit: maximum), [RegionEvent](), false)
        // Start once with any time, so that a configuration with too many regions is refused before listening.
        do {
            for region in regions { try monitor.start(region, at: 0) }
        } catch {
            throw InputFailure(message: "\(error)")
        }
        func note(_ new: [RegionEvent]) {
            events += new
            new.forEach(handle)
        }
        let source = try input.parsed()
        var publication = try broker.address().map { address in
            try RegionPublication(to: address, regions: regions, name: mqttName ?? ProcessInfo.processInfo.hostName)
        }
        let stop = StopSwitch(seconds: input.seconds)
        defer { publication?.finish() }
        var listener = BeaconListener(source: source, mode: input.mode)
        listener.trailingSeconds = 16
        try listener.run(until: stop.isOn) { event in
            if !isStarted, let time = event.nanoseconds {
                isStarted = true
                for region in regions { try? monitor.start(region, at: time) }
            }
            switch event {
            case .began: break
            case .sighting(let sighting):
                note(monitor.receive(sighting))
                publication?.receive(sighting)
            case .tick(let time):
                note(monitor.advance(to: time))
                publication?.advance(to: time, monitor)
            case .lost(let error, let time):
                Terminal.standardError.complain("\(error)")
                note(monitor.lose(error.receiverError, at: time))
            }
        }
        return (events, monitor)
    }

    private func show(_ event: PlaceNotice) {
        guard !output.json else { return }
        let terminal = Terminal.standardOutput
        guard !terminal.isInteractive else { return terminal.write(event.line + "\n") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(event) else { return }
        terminal.write(String(decoding: line, as: UTF8.self) + "\n")
    }
}

extension ListenerEvent {
    /// The time of the event, if it has one.
    fileprivate var nanoseconds: Int64? {
        switch self {
        case .began: nil
        case .sighting(let sighting): sighting.nanoseconds
        case .tick(let time), .lost(_, let time): time
        }
    }
}

extension BluetoothError {
    /// The region error for this error.
    fileprivate var receiverError: ReceiverError {
        switch self {
        case .adapterLost, .noSuchAdapter, .controllerSilent: .adapterLost
        case .permissionDenied, .adapterBusy, .bluetoothUnavailable: .denied
        default: .disconnected
        }
    }
}

extension PlaceNotice {
    /// One line for a person.
    fileprivate var line: String {
        let what = beacon ?? state ?? reason ?? ""
        return "\(time)  \(event.padding(toLength: 10, withPad: " ", startingAt: 0))  \(region)  \(what)"
    }
}
