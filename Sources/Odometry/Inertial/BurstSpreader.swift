/// Gives samples that came at once the times at which they were measured, as far as these can be told.
///
/// A busy page, or a platform that saves power, hands over several samples together, all with the time of their
/// delivery. The newest was measured then; the others lie evenly between it and the sample before them. A stream is left
/// as it is, without delay, until samples come at once for the first time; from then on each sample waits for the next.
struct BurstSpreader {
    struct Tuning: Equatable, Sendable {
        /// Samples closer than this share of their mean period came at once.
        ///
        /// Unit: 1. Range: 0.05…0.3. Origin: by hand: less than times scatter in a steady stream.
        let shareOfPeriod = 0.1
        /// Samples farther apart than this did not come at once, whatever their period.
        ///
        /// Unit: ns. Range: 1e5…2e6. Origin: by hand: the steps of a page's clock.
        let maximumGap: Int64 = 1_000_000
        /// The largest step between samples that are spread: beyond it, samples are missing.
        ///
        /// Unit: mean periods. Range: 1.2…2. Origin: by hand.
        let maximumStep = 1.5
        /// How many samples determine the mean period.
        ///
        /// Unit: 1. Range: 12…100. Origin: by hand: five of the smallest bursts.
        let minimumCount = 16
        /// The weight that a sample's part of the mean period keeps with each next one.
        ///
        /// Unit: 1. Range: 0.9…0.995. Origin: by hand: a second of samples.
        let memory = 0.98
        /// The longest gap that belongs to the mean period.
        ///
        /// Unit: ns. Range: 1e8…1e9. Origin: by hand.
        let longestGap: Int64 = 300_000_000
        /// The most samples that wait.
        ///
        /// Unit: 1. Range: 16…256. Origin: by hand: a third of a second at 200 Hz.
        let capacity = 64
    }

    static let tuning = Tuning()

    /// Samples that came at once, and wait for the next that did not.
    private var group: [InertialSample] = []
    /// The time of the last sample before the group.
    private var end: Int64?
    /// The stamp of the last sample.
    private var last: Int64?
    /// Whether samples have come at once.
    private(set) var isActive = false
    private var count = 0
    /// The weighted sum of the gaps, nanoseconds, and of their weights.
    private var gaps = 0.0
    private var weight = 0.0

    /// The mean time between samples, nanoseconds; 0 while it is not known.
    private var period: Double { count < Self.tuning.minimumCount || weight == 0 ? 0 : gaps / weight }

    /// Adds a sample, and calls for each whose time is known, in order of time.
    mutating func add(_ sample: InertialSample, _ body: (InertialSample) -> Void) {
        let isTogether = learn(sample.timestampNanoseconds)
        guard isActive || isTogether else {
            end = sample.timestampNanoseconds
            return body(sample)
        }
        isActive = true
        if !isTogether || group.count == Self.tuning.capacity { release(body) }
        group.append(sample)
    }

    /// Calls for the samples that wait, at the end of the stream.
    mutating func release(_ body: (InertialSample) -> Void) {
        guard let newest = group.last?.timestampNanoseconds else { return }
        let step = end.map { min(Double(newest - $0) / Double(group.count), Self.tuning.maximumStep * period) } ?? 0
        for (index, sample) in group.enumerated() {
            var spread = sample
            spread.timestampNanoseconds = newest - Int64(Double(group.count - 1 - index) * step)
            // The first burst of a stream was not held back from its beginning.
            if let end, spread.timestampNanoseconds <= end { continue }
            end = spread.timestampNanoseconds
            body(spread)
        }
        group.removeAll(keepingCapacity: true)
    }

    /// Takes a stamp into the mean period; returns whether it came together with the last.
    private mutating func learn(_ stamp: Int64) -> Bool {
        defer { last = stamp }
        guard let last, stamp - last < Self.tuning.longestGap else { return false }
        let limit = min(Double(Self.tuning.maximumGap), Self.tuning.shareOfPeriod * period)
        let isTogether = Double(stamp - last) < limit
        gaps = gaps * Self.tuning.memory + Double(stamp - last)
        weight = weight * Self.tuning.memory + 1
        count += 1
        return isTogether
    }
}
