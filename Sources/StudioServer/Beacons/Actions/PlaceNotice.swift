import Foundation
import Proximity

/// An event of a region or zone, as it is printed, posted and published.
package struct PlaceNotice: Codable, Sendable {
    /// `enter`, `exit`, `determined` or `failed`.
    package var event: String
    /// The region's or zone's name.
    package var region: String
    /// Its identifier in the studio; nil elsewhere.
    package var place: String?
    /// Who, where it is known.
    package var beacon: String?
    /// The state, where it was determined.
    package var state: String?
    /// Why, where it failed.
    package var reason: String?
    /// The name of the floor; nil if the venue has one.
    package var floor: String?
    /// When: ISO 8601 with milliseconds, UTC.
    package var time: String

    /// One monitor's event.
    package init(_ event: RegionEvent) {
        region = event.region
        switch event {
        case .entered(_, let identity, let nanoseconds):
            (self.event, beacon, time) = ("enter", identity.description, Self.text(nanoseconds))
        case .exited(_, let nanoseconds): (self.event, time) = ("exit", Self.text(nanoseconds))
        case .determined(_, let state, let nanoseconds):
            (self.event, self.state, time) = ("determined", state.rawValue, Self.text(nanoseconds))
        case .failed(_, let reason, let nanoseconds):
            (self.event, self.reason, time) = ("failed", reason.rawValue, Self.text(nanoseconds))
        }
    }

    /// A line of a venue's history.
    init(_ crossing: Crossing) {
        (event, region, place, beacon) = (crossing.event, crossing.name, crossing.place, crossing.who)
        floor = crossing.floorName
        state = crossing.event == "determined" ? crossing.detail : nil
        reason = crossing.event == "failed" ? crossing.detail : nil
        time = Self.text(crossing.time * 1_000_000)
    }

    /// A time as ISO 8601 with milliseconds, UTC.
    package static func text(_ nanoseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(nanoseconds) * 1e-9)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// As JSON with sorted names, the same octets each time, so that they may be signed.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
