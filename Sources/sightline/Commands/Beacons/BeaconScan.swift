import Bluetooth
import Foundation
import Proximity

/// Listens with a display: shared by `scan` and `replay`.
struct BeaconScan {
    let listener: BeaconListener
    let title: String
    let collector: BeaconCollector
    var seconds: Double?

    /// The object that --json prints.
    private struct Result: Encodable {
        let beacons: [BeaconReport]
    }

    /// Runs until stopped, then prints the report.
    func run(_ output: OutputOptions) throws {
        let stop = StopSwitch(seconds: seconds)
        var (collector, display, last) = (collector, BeaconDisplay(title: title, isSilent: output.json), Int64(0))
        try listener.run(until: stop.isOn) { event in
            switch event {
            case .began: break
            case .sighting(let sighting):
                last = sighting.nanoseconds
                collector.receive(sighting)
            case .tick(let time):
                last = time
                if let beacons = collector.advance(to: time) { display.show(beacons, at: time) }
            case .lost(let error, _):
                Terminal.standardError.complain("\(error)")
            }
        }
        guard output.json else { return }
        try output.report(Result(beacons: collector.finish(at: last).map { BeaconReport($0) })) { "" }
    }
}
