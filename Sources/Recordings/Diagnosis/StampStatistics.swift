/// The regularity of timestamps in the order in which they were recorded.
struct StampStatistics: Equatable {
    /// The number of timestamps.
    let count: Int
    /// From the earliest to the latest, seconds.
    let seconds: Double
    /// The median step forward, seconds; 0 with fewer than two timestamps.
    let medianStep: Double
    /// The longest step forward, seconds.
    let longestStep: Double
    /// When the longest step begins, seconds after the first timestamp.
    let longestStepStart: Double
    /// Timestamps that repeat the one before.
    let duplicates: Int
    /// Timestamps that are earlier than one before.
    let lateCount: Int
    /// All steps forward, seconds.
    private let steps: [Double]

    init(_ stamps: [Int64]) {
        count = stamps.count
        var latest = stamps.first ?? 0
        var (duplicates, late, longest, start) = (0, 0, 0.0, 0.0)
        var steps: [Double] = []
        for stamp in stamps.dropFirst() {
            let step = Double(stamp - latest) * 1e-9
            if stamp == latest {
                duplicates += 1
            } else if stamp < latest {
                late += 1
            } else {
                steps.append(step)
                if step > longest { (longest, start) = (step, Double(latest - stamps[0]) * 1e-9) }
                latest = stamp
            }
        }
        (self.duplicates, lateCount, longestStep, longestStepStart) = (duplicates, late, longest, start)
        (self.steps, medianStep) = (steps, steps.isEmpty ? 0 : steps.sorted()[steps.count / 2])
        seconds = Double((stamps.max() ?? 0) - (stamps.min() ?? 0)) * 1e-9
    }

    /// Timestamps per second by the median step; 0 if it is not known.
    var rate: Double { medianStep > 0 ? 1 / medianStep : 0 }

    /// The number of steps that are longer than this, seconds.
    func gaps(longerThan limit: Double) -> Int { steps.count { $0 > limit } }

    /// How many timestamps are missing in the gaps, if the median step is the true one.
    func missing(inGapsLongerThan limit: Double) -> Int {
        guard medianStep > 0 else { return 0 }
        return steps.filter { $0 > limit }.reduce(0) { $0 + max(0, Int(($1 / medianStep).rounded()) - 1) }
    }
}
