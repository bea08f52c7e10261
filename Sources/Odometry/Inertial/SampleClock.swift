/// Checks the timestamps of a stream: only later ones continue it, and a jump of the clock is accepted after some time.
struct SampleClock {
    /// What a timestamp means.
    enum Verdict: Equatable {
        /// It continues the stream.
        case continued
        /// It does not fit and must be dropped.
        case refused
        /// The clock has jumped; the stream starts again with this timestamp.
        case restarted
    }

    struct Tuning: Equatable, Sendable {
        /// The longest time between two timestamps.
        ///
        /// Unit: ns. Range: 1e9…1e10. Origin: by hand.
        let maximumGap: Int64 = 5_000_000_000
        /// How many timestamps in a row must agree with one another, and not with the stream, before a jump is
        /// accepted.
        ///
        /// Unit: 1. Range: 10…200. Origin: by hand.
        let confirmationCount = 40
    }

    static let tuning = Tuning()

    private var last: Int64?
    private var candidate: Int64 = 0
    private var candidateCount = 0

    /// Checks the next timestamp.
    mutating func accept(_ stamp: Int64) -> Verdict {
        guard let previous = last else {
            last = stamp
            return .continued
        }
        if follows(stamp, previous) {
            last = stamp
            candidateCount = 0
            return .continued
        }
        candidateCount = candidateCount > 0 && follows(stamp, candidate) ? candidateCount + 1 : 1
        candidate = stamp
        guard candidateCount >= Self.tuning.confirmationCount else { return .refused }
        last = stamp
        candidateCount = 0
        return .restarted
    }

    private func follows(_ stamp: Int64, _ previous: Int64) -> Bool {
        let (difference, overflow) = stamp.subtractingReportingOverflow(previous)
        return !overflow && difference > 0 && difference <= Self.tuning.maximumGap
    }
}
