import Geometry
import WorldTracking

/// An event: what happened (1 added, 2 updated, 3 removed, 4 merged, 5 tracking state changed, 6 interrupted, 7 interruption ended, 8 relocalized, 9
/// restarted, 10 ray updated), the anchor or ray, and the anchor merged into or the metres of a correction.
enum EventRecord {
    static let count = 3

    static func write(_ event: SessionEvent, to events: inout NumberMemory) {
        let fields: (Double, Double, Double) =
            switch event {
            case .added(let anchor): (1, Double(anchor.identifier), 0)
            case .updated(let anchor): (2, Double(anchor.identifier), 0)
            case .removed(let identifier): (3, Double(identifier), 0)
            case .merged(let identifier, let older): (4, Double(identifier), Double(older))
            case .trackingStateChanged: (5, 0, 0)
            case .interrupted: (6, 0, 0)
            case .interruptionEnded: (7, 0, 0)
            case .relocalized(let metres): (8, 0, metres)
            case .restarted: (9, 0, 0)
            case .rayUpdated(let ray): (10, Double(ray.identifier), 0)
            }
        events.append(Vector3(fields.0, fields.1, fields.2))
    }
}
