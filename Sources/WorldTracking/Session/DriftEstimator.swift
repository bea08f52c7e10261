/// Estimates how far poses have drifted: the least variance of the position over the last seconds.
///
/// From view to view the variance changes with what is seen; drift does not come back with the next view.
struct DriftEstimator {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Time over which variances are compared.
        ///
        /// Unit: nanoseconds. Range: 2…10 s. Origin: by hand.
        var spanNanoseconds: Int64 = 5_000_000_000
        /// Time from one remembered variance to the next.
        ///
        /// Unit: nanoseconds. Range: 0.1…1 s. Origin: by hand.
        var stepNanoseconds: Int64 = 250_000_000
    }

    private static let tuning = Tuning()
    private var entries: [(timestampNanoseconds: Int64, variance: Double)] = []

    /// Adds the variance of the position at a time; returns the variance that is drift.
    mutating func add(_ variance: Double, timestampNanoseconds now: Int64) -> Double {
        entries.removeAll { now &- $0.timestampNanoseconds > Self.tuning.spanNanoseconds }
        if let last = entries.last, now &- last.timestampNanoseconds < Self.tuning.stepNanoseconds {
            entries[entries.count - 1].variance = min(last.variance, variance)
        } else {
            entries.append((timestampNanoseconds: now, variance: variance))
        }
        return entries.reduce(variance) { min($0, $1.variance) }
    }

    mutating func removeAll() { entries.removeAll() }
}
