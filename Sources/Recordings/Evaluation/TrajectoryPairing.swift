import Geometry

/// An estimated trajectory beside the true one at the same moments.
public struct TrajectoryPairing: Equatable, Sendable {
    /// One moment.
    public struct Pair: Equatable, Sendable {
        /// Nanoseconds.
        public var timestampNanoseconds: Int64
        /// The estimated pose, in the estimator's world.
        public var estimate: RigidTransform<OdometrySpace, BodySpace>
        /// The true pose, in the truth's world.
        public var truth: RigidTransform<OdometrySpace, BodySpace>
    }

    /// The moments that the truth covers, in order.
    public let pairs: [Pair]

    /// Pairs each estimate with the truth interpolated to its moment; estimates in a gap of the truth over 0.3 s are
    /// left out.
    ///
    /// Both must be in order of time.
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
