import Foundation
import Proximity

/// A region's event as the command prints and sends it.
struct MonitorEvent: Encodable, Sendable {
    /// `enter`, `exit`, `determined` or `failed`.
    var event: String
    var region: String
    var beacon: String?
    var state: String?
    var reason: String?
    var time: String

    /// A monitor's event.
    init(_ event: RegionEvent) {
        region = event.region
        switch event {
        case .entered(_, let identity, let nanoseconds):
            (self.event, beacon, time) = ("enter", identity.description, BeaconReport.text(nanoseconds))
        case .exited(_, let nanoseconds): (self.event, time) = ("exit", BeaconReport.text(nanoseconds))
        case .determined(_, let state, let nanoseconds):
            (self.event, self.state, time) = ("determined", state.rawValue, BeaconReport.text(nanoseconds))
        case .failed(_, let reason, let nanoseconds):
            (self.event, self.reason, time) = ("failed", reason.rawValue, BeaconReport.text(nanoseconds))
        }
    }

    /// One line for a person.
    var text: String {
        let what = beacon ?? state ?? reason ?? ""
        return "\(time)  \(event.padding(toLength: 10, withPad: " ", startingAt: 0))  \(region)  \(what)"
    }
}
