import RealModule

/// How a tracked path lies on a plan: a rotation and a shift, from places that a person has named on both.
///
/// Method: least squares over rotations and shifts in the plane (Procrustes without scale, Schönemann 1966). The scale is not fitted: both sides are
/// in metres, so the distances between named places say whether the two agree.
public struct PlanTie: Sendable {
    /// A place that was named while the device stood there.
    public struct Mark: Hashable, Sendable {
        /// When.
        public var nanoseconds: Int64
        /// The place, m in the plan.
        public var position: SIMD2<Double>

        /// Creates a mark.
        public init(nanoseconds: Int64, position: SIMD2<Double>) {
            self.nanoseconds = nanoseconds
            self.position = position
        }
    }

    /// What is expected of marks and paths.
    public struct Tuning: Sendable {
        /// A named place against where the device stood, one sigma of each coordinate.
        ///
        /// Unit: m. Range: 0.2…0.5. Origin: a fingertip on a plan of 20 m across a phone covers 0.5 m.
        public var markSigma = 0.3
        /// How wrong a tracked distance is, one sigma, as a share of the way.
        ///
        /// Unit: 1. Range: 0.01…0.03. Origin: scales of simulated walks are up to 1.7 % off (docs/notes/odometry.md).
        public var wayShare = 0.02
        /// The least distance of the two marks that are farthest apart.
        ///
        /// Unit: m. Range: 2…6. Origin: at 3 m two marks of 0.3 m leave the direction unsure by 8°, which is 1.4 m ten metres away.
        public var leastDistance = 3.0
        /// From how many sigmas on a walked distance and that on the plan contradict each other.
        ///
        /// Unit: 1. Range: 2.5…4. Origin: one of 370 right walks exceeds three.
        public var mostSigmas = 3.0

        /// The values as they are used.
        public init() {}
    }

    /// The rotation from the path to the plan, radians anticlockwise.
    public let rotation: Double
    private let centre: SIMD2<Double>
    private let centreOnPlan: SIMD2<Double>
    /// The variances of a shift along one axis, m², and of the rotation, radians².
    private let variances: (shift: Double, rotation: Double)

    /// Ties a path to the plan by two marks or more.
    ///
    /// Throws a `PlanTieError` if they are too few, too near to each other, at times without tracking, or contradict the path.
    public init(_ path: TrackedPath, marks: [Mark], tuning: Tuning = Tuning()) throws(PlanTieError) {
        guard marks.count >= 2 else { throw .tooFewMarks }
        var walked: [SIMD2<Double>] = []
        for (index, mark) in marks.enumerated() {
            guard let position = path.position(at: mark.nanoseconds) else { throw .markWithoutTracking(index) }
            walked.append(position)
        }
        try Self.compare(walked, marks, path, tuning)
        let count = Double(marks.count)
        let (centre, centreOnPlan) = (
            walked.reduce(.zero, +) / count, marks.reduce(SIMD2.zero) { $0 + $1.position } / count
        )
        var (sine, cosine, reach) = (0.0, 0.0, 0.0)
        for (place, mark) in zip(walked, marks) {
            let (from, to) = (place - centre, mark.position - centreOnPlan)
            sine += from.x * to.y - from.y * to.x
            cosine += (from * to).sum()
            reach += (from * from).sum()
        }
        rotation = .atan2(y: sine, x: cosine)
        (self.centre, self.centreOnPlan) = (centre, centreOnPlan)
        let variance = tuning.markSigma * tuning.markSigma
        variances = (variance / count, variance / reach)
    }

    /// A point of the path on the plan.
    public func onPlan(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let offset = point - centre
        let (sine, cosine) = (Double.sin(rotation), Double.cos(rotation))
        return centreOnPlan + SIMD2(cosine * offset.x - sine * offset.y, sine * offset.x + cosine * offset.y)
    }

    /// How sure a point's place on the plan is by the marks, m: one sigma of the worse direction.
    public func sigma(at point: SIMD2<Double>) -> Double {
        let offset = point - centre
        return (variances.shift + variances.rotation * (offset * offset).sum()).squareRoot()
    }

    /// Compares all distances between marks with those of the path.
    private static func compare(
        _ walked: [SIMD2<Double>],
        _ marks: [Mark],
        _ path: TrackedPath,
        _ tuning: Tuning
    ) throws(PlanTieError) {
        var (farthest, worst, fault) = (0.0, tuning.mostSigmas, PlanTieError?.none)
        for first in marks.indices {
            for second in marks.indices.dropFirst(first + 1) {
                let onPlan = (marks[second].position - marks[first].position).length
                let byWalk = (walked[second] - walked[first]).length
                let times = [marks[first].nanoseconds, marks[second].nanoseconds].sorted()
                let drift = tuning.wayShare * path.length(from: times[0], to: times[1])
                let sigma = (2 * tuning.markSigma * tuning.markSigma + drift * drift).squareRoot()
                farthest = max(farthest, min(onPlan, byWalk))
                if abs(onPlan - byWalk) > worst * sigma {
                    worst = abs(onPlan - byWalk) / sigma
                    fault = .distancesDisagree(onPlan: onPlan, walked: byWalk, sigma: sigma)
                }
            }
        }
        if let fault { throw fault }
        guard farthest >= tuning.leastDistance else {
            throw .marksTooNear(distance: farthest, least: tuning.leastDistance)
        }
    }
}

/// Why a path could not be tied to a plan.
public enum PlanTieError: Error, Equatable, Sendable {
    /// Fewer than two places were named.
    case tooFewMarks
    /// The named places are too near to each other to give a direction, m.
    case marksTooNear(distance: Double, least: Double)
    /// At the time of a mark, by its place in the list, the device was not tracked.
    case markWithoutTracking(Int)
    /// Two named places are farther apart on the plan than by the walk, or nearer, m.
    case distancesDisagree(onPlan: Double, walked: Double, sigma: Double)
}
