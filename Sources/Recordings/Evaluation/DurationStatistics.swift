/// Statistics of durations, milliseconds.
public struct DurationStatistics: Codable, Equatable, Sendable {
    /// The mean.
    public let mean: Double
    /// The median.
    public let p50: Double
    /// The 95th percentile.
    public let p95: Double
    /// The longest.
    public let max: Double

    /// Computes the statistics of durations in seconds; zeros for none.
    public init(seconds: [Double]) {
        let sorted = seconds.map { $0 * 1e3 }.sorted()
        mean = sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count)
        p50 = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
        p95 = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 95 / 100]
        max = sorted.last ?? 0
    }
}
