import Geometry

/// The third step of the initialisation: everything is improved together over all observations.
///
/// Levenberg–Marquardt with Cauchy's weights. In so short a time the inertial sensors' own noise is far below the
/// effect of their biases, so the path is a function of sixteen numbers, and the points are eliminated one by one.
struct BundleAdjustment {
    /// The result when nothing is left to gain.
    struct Solution {
        let unknowns: MotionUnknowns
        /// The points, a track each; nil for points that are not used.
        let points: [InverseDistancePoint?]
        let path: PreintegratedPath
        /// The equations at the solution.
        let equations: ReducedEquations
    }

    /// A solution, or why there is none.
    enum Outcome {
        case solved(Solution)
        case waiting(MotionInitializerDelay)
    }

    struct Tuning: Equatable, Sendable {
        /// The usual residual of a followed point, which timestamps are first weighted against.
        ///
        /// Unit: pixels. Range: 0.1…1. Origin: by hand.
        let expectedResidual = 0.3
        /// The residual from which an observation no longer counts in full.
        ///
        /// Unit: pixels. Range: 1…4. Origin: by hand.
        let knee = 2.0
        /// The least standard deviation of timestamps.
        ///
        /// Unit: s. Range: 1e-5…1e-3. Origin: by hand.
        let minimumTimestampSigma = 1e-4
        /// The cost of an observation whose point is behind the camera.
        ///
        /// Unit: pixels². Range: 10…100. Origin: by hand.
        let hiddenPointCost = 50.0
        /// The fewest points to start with.
        ///
        /// Unit: 1. Range: 10…40. Origin: by hand.
        let minimumPointCount = 15
        /// The least distance of a point to start with.
        ///
        /// Unit: m. Range: 0.01…0.2. Origin: by hand.
        let minimumDistance = 0.05
        /// The damping to start with.
        ///
        /// Unit: 1. Range: 1e-6…1e-2. Origin: by hand.
        let initialDamping = 1e-4
        /// The expected gain, in variances of a followed point, below which the iteration ends.
        ///
        /// Unit: 1. Range: 0.01…1. Origin: by hand.
        let convergenceGain = 0.1
    }

    static let tuning = Tuning()

    private let window: InitializationWindow
    private let tracks: [InitializationWindow.Track]
    private let prior: MotionPrior
    private var unknowns: MotionUnknowns
    /// The points, nil for points that are not used.
    private var points: [InverseDistancePoint?]
    private var path: PreintegratedPath
    /// The robust cost, pixels².
    private var cost = 0.0
    /// The weight of an image's timestamp, (pixels/s)².
    private var timestampWeight: Double

    /// Starts from the linear solution; nil if too few points are known.
    init?(_ window: InitializationWindow, _ tracks: [InitializationWindow.Track], _ start: LinearAlignment.Solution) {
        guard let path = window.path(start.unknowns) else { return nil }
        let configuration = window.configuration
        let opticalFromBody = start.unknowns.bodyFromOptical.inverse
        let arm = configuration.bodyFromOptical.translation
        let points = start.points.map { point -> InverseDistancePoint? in
            guard let point else { return nil }
            let inOptical = opticalFromBody * (point - arm)
            let distance = inOptical.length
            guard distance > Self.tuning.minimumDistance, distance.isFinite else { return nil }
            return InverseDistancePoint(direction: inOptical / distance, inverseDistance: 1 / distance)
        }
        guard points.lazy.filter({ $0 != nil }).count >= Self.tuning.minimumPointCount else { return nil }
        let ratio = Self.tuning.expectedResidual / MotionInitializer.tuning.timestampSigma
        self.window = window
        self.tracks = tracks
        self.path = path
        self.points = points
        prior = MotionPrior(configuration)
        unknowns = start.unknowns
        timestampWeight = ratio * ratio
        cost = robustCost
    }

    /// Adjusts first with the timestamps' expected scatter, then with the estimated one.
    mutating func solve() -> Outcome {
        switch converge() {
        case .failure(let delay): return .waiting(delay)
        case .success(let equations): setTimestampWeight(estimatedTimestampWeight(equations))
        }
        switch converge() {
        case .failure(let delay): return .waiting(delay)
        case .success(let equations):
            return .solved(Solution(unknowns: unknowns, points: points, path: path, equations: equations))
        }
    }

    private enum Convergence {
        case success(ReducedEquations)
        case failure(MotionInitializerDelay)
    }

    /// Steps until nothing is left to gain; the equations there, or why there are none.
    private mutating func converge() -> Convergence {
        var damping = Self.tuning.initialDamping
        var equations = normalEquations()
        for _ in 0..<MotionInitializer.tuning.maximumIterations {
            guard let factor = equations.reduced.factor(damping: damping) else { return .failure(.uncertain) }
            let step = factor.solve(equations.reduced.side)
            // The expected decrease of the squared errors: far below one point's share, nothing is left to gain.
            let gain = (step * equations.reduced.side).sum()
            if gain < Self.tuning.convergenceGain * MotionInitializer.tuning.pixelSigma
                * MotionInitializer.tuning.pixelSigma
            {
                return damping < 1e-2 ? .success(equations) : .failure(.largeResiduals)
            }
            guard let next = moved(by: step, equations) else { return .failure(.tooFewSamples) }
            if next.cost < cost {
                self = next
                equations = normalEquations()
                damping = Swift.max(damping * 0.1, 1e-9)
            } else {
                damping *= 20
                if damping > 1e4 { break }
            }
        }
        return .failure(.largeResiduals)
    }

    /// The weight of a timestamp by the scatter of their errors and how well those are known, against the points' own
    /// scatter.
    private func estimatedTimestampWeight(_ equations: ReducedEquations) -> Double {
        let variance = equations.variance
        let known = equations.timestamps.inverse ?? []
        let count = window.images.count
        var sum = 0.0
        for image in 1..<count {
            let error = unknowns.timestampErrors[image]
            sum += error * error + (known.isEmpty ? 0 : variance * known[image][image])
        }
        let least = Self.tuning.minimumTimestampSigma
        let scatter = Swift.max(sum / Double(count - 1), least * least)
        return variance / scatter
    }

    private mutating func setTimestampWeight(_ weight: Double) {
        cost += (unknowns.timestampErrors * unknowns.timestampErrors).sum() * (weight - timestampWeight)
        timestampWeight = weight
    }

    private func predictors() -> [ObservationPredictor] {
        let arm = window.configuration.bodyFromOptical.translation
        let readout = window.configuration.readoutTime
        return path.nodes.map {
            ObservationPredictor($0, unknowns, arm: arm, focalLength: window.focalLength, readoutTime: readout)
        }
    }

    private func normalEquations() -> ReducedEquations {
        var result = ReducedEquations(
            prior: prior,
            deviations: prior.deviations(of: unknowns),
            knee: Self.tuning.knee,
            pointCount: tracks.count
        )
        let predictors = predictors()
        for (track, point) in zip(tracks, points) {
            if let point { result.addPoint(track, point, predictors) } else { result.skipPoint() }
        }
        result.eliminateTimestamps(errors: unknowns.timestampErrors, weight: timestampWeight)
        return result
    }

    /// The sum of robust squared errors and of the prior's, pixels².
    private var robustCost: Double {
        let predictors = predictors()
        let square = Self.tuning.knee * Self.tuning.knee
        var sum = 0.0
        for (track, point) in zip(tracks, points) {
            guard let point else { continue }
            for observation in track.observations {
                guard
                    let error = predictors[observation.image].error(
                        point,
                        observedAt: observation.point,
                        row: observation.row
                    )
                else {
                    sum += Self.tuning.hiddenPointCost
                    continue
                }
                sum += square * .logarithm(onePlus: dot(error, error) / square)
            }
        }
        let values = prior.deviations(of: unknowns)
        let late = unknowns.timestampErrors
        return sum + (values * values * prior.weights).sum() + (late * late).sum() * timestampWeight
    }

    /// The adjustment after a step, its points moved along; nil if it leads nowhere.
    private func moved(by step: SIMD16<Double>, _ equations: ReducedEquations) -> BundleAdjustment? {
        var next = self
        var before = 0.0
        var change = 0.0
        let late = equations.timestamps.step(with: step)
        for index in points.indices {
            guard let point = points[index], let own = equations.point(index) else { continue }
            let pull = Vector3(
                (own.mixed.0 * step + own.timestamps.0 * late).sum(),
                (own.mixed.1 * step + own.timestamps.1 * late).sum(),
                (own.mixed.2 * step + own.timestamps.2 * late).sum()
            )
            let move = own.inverse * (own.side - pull)
            guard move.isFinite else { return nil }
            let (a, b) = point.tangents
            let direction = (point.direction + a * move.x + b * move.y).normalized
            let inverse = Swift.min(Swift.max(point.inverseDistance + move.z, 1e-3), 20)
            next.points[index] = InverseDistancePoint(direction: direction, inverseDistance: inverse)
            before += point.inverseDistance
            change += inverse - point.inverseDistance
        }
        let growth = Swift.min(Swift.max(before > 0 ? change / before : 0, -0.9), 4)
        var unknowns = self.unknowns.moved(by: step, inverseDistanceGrowth: growth)
        unknowns.timestampErrors += late
        guard let path = window.path(unknowns) else { return nil }
        next.unknowns = unknowns
        next.path = path
        next.cost = next.robustCost
        return next
    }
}
