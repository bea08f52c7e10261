import WorldTracking

extension EventRecord {
    static func write(_ event: SessionEvent, to events: inout NumberMemory) {
        let (code, subject, number): (EventKindCode, Int32, Double) =
            switch event {
            case .added(let anchor): (.added, anchor.identifier, 0)
            case .updated(let anchor): (.updated, anchor.identifier, 0)
            case .removed(let identifier): (.removed, identifier, 0)
            case .merged(let identifier, let older): (.merged, identifier, Double(older))
            case .trackingStateChanged: (.trackingStateChanged, 0, 0)
            case .interrupted: (.interrupted, 0, 0)
            case .interruptionEnded: (.interruptionEnded, 0, 0)
            case .relocalized(let metres): (.relocalized, 0, metres)
            case .restarted: (.restarted, 0, 0)
            case .rayUpdated(let ray): (.rayUpdated, ray.identifier, 0)
            }
        let record = events.appendRecord(count)
        record[kind] = Double(code.rawValue)
        record[identifier] = Double(subject)
        record[value] = number
    }
}
