import Geometry

/// An estimated trajectory and the true one at the same times.
public struct TrajectoryPairing: Equatable, Sendable {
    /// One time.
    public struct Pair: Equatable, Sendable {
        /// The timestamp, nanoseconds.
        public var timestampNanoseconds: Int64
        /// The estimated pose, in the estimator's world.
        public var estimate: RigidTransform<OdometrySpace, BodySpace>
        /// The true pose, in the truth's world.
        public var truth: RigidTransform<OdometrySpace, BodySpace>
    }

    /// The times that the ground truth covers, in order.
    public let pairs: [Pair]

    /// Pairs each estimate with the ground truth interpolated to its time; omits estimates in a gap of the ground truth
    /// over 0.3 s.
    ///
    /// Both must be ordered by time.
    public init(estimate: [TimedPose], truth: [TruthState]) {
        let longestGapNanoseconds: Int64 = 300_000_000
        var pairs: [Pair] = []
        var next = 0
        for pose in estimate {
            while next < truth.count, truth[next].timestampNanoseconds < pose.timestampNanoseconds { next += 1 }
            guard next < truth.count else { break }
            let late = truth[next]
            let span: Int64
            let fraction: Double
            let early = next > 0 ? truth[next - 1] : late
            span = late.timestampNanoseconds - early.timestampNanoseconds
            if late.timestampNanoseconds == pose.timestampNanoseconds {
                fraction = 1
            } else {
                guard next > 0, span <= longestGapNanoseconds else { continue }
                fraction = Double(pose.timestampNanoseconds - early.timestampNanoseconds) / Double(span)
            }
            let between = early.worldFromBody.interpolated(to: late.worldFromBody, fraction: fraction)
            pairs.append(
                Pair(timestampNanoseconds: pose.timestampNanoseconds, estimate: pose.worldFromBody, truth: between)
            )
        }
        self.pairs = pairs
    }
}
