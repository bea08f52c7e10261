/// How far poses have drifted: the least variance of the position over the last seconds.
///
/// From view to view the variance goes up and down with what is seen; what has drifted does not come back with the next look.
struct DriftGauge {
    private static let spanNanoseconds: Int64 = 5_000_000_000
    private static let stepNanoseconds: Int64 = 250_000_000
    private var entries: [(timestampNanoseconds: Int64, variance: Double)] = []

    /// Takes the variance of a moment in and gives the gauge's.
    mutating func take(_ variance: Double, timestampNanoseconds now: Int64) -> Double {
        entries.removeAll { now &- $0.timestampNanoseconds > Self.spanNanoseconds }
        if let last = entries.last, now &- last.timestampNanoseconds < Self.stepNanoseconds {
            entries[entries.count - 1].variance = min(last.variance, variance)
        } else {
            entries.append((timestampNanoseconds: now, variance: variance))
        }
        return entries.reduce(variance) { min($0, $1.variance) }
    }

    mutating func removeAll() { entries.removeAll() }
}
