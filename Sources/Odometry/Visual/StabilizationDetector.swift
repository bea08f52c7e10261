import Geometry

/// Decides whether the camera stabilises its images: then the whole view turns otherwise than the gyroscope says.
///
/// The landmarks of an image give one common turn of the view against its prediction, whose covariance the filter
/// knows. Each level of stabilisation adds its own noise to that covariance. Over the images the logarithmic ratio of
/// the likelihoods with and without it adds up until one is likely enough. Errors have heavy tails (Student's t), so
/// that single wild images do not decide.
///
/// An image whose time is wrong seems turned as well, but only along its own motion. What a wrong time of this image or
/// of the last one explains is therefore left out of the comparison: both likelihoods allow for it.
///
/// Source: A. Wald, "Sequential tests of statistical hypotheses", 1945, with the likeliest of the levels.
final class StabilizationDetector {
    struct Tuning: Equatable, Sendable {
        /// The levels of stabilisation: white noise of the view's turn.
        ///
        /// Unit: rad/√s. Range: 0.003…0.03. Origin: by hand: half a pixel to two from image to image.
        let densities = [0.005, 0.01, 0.02]
        /// The logarithmic ratio from which on the images are stabilised.
        ///
        /// Unit: 1. Range: 5…9. Origin: a thousand to one.
        let stabilizedEvidence = 7.0
        /// The logarithmic ratio below which they are not: a lens that reaches its limits now and then looks plain
        /// between.
        ///
        /// Unit: 1. Range: −40…−12. Origin: by hand: plain phones pass it 0.7 s after the first landmarks.
        let plainEvidence = -20.0
        /// The fewest landmarks that determine a common turn.
        ///
        /// Unit: 1. Range: 4…12. Origin: by hand.
        let minimumLandmarkCount = 6
        /// The residual beside the common turn from which on a landmark counts less, in its standard deviations.
        ///
        /// Unit: 1. Range: 1…5. Origin: by hand.
        let residualLimit = 2.0
        /// The degrees of freedom of a common turn's distribution.
        ///
        /// Unit: 1. Range: 3…10. Origin: by hand: heavy tails.
        let freedom = 4.0
        /// The error of an image's time that says nothing.
        ///
        /// Unit: s. Range: 0.01…0.05. Origin: by hand: a video frame that a page sees one frame late.
        let timeSigma = 0.03
    }

    /// What the images are.
    enum Verdict: Equatable { case plain, stabilized }

    /// A common turn, a rotation vector about the world's axes, and the covariance that it should have.
    struct CommonTurn {
        let value: Vector3
        let covariance: Matrix3
        /// The common turn that an image one second late would show, rad/s.
        let perSecondLate: Vector3
    }

    static let tuning = Tuning()

    private let filter: SlidingWindowFilter
    private let tracks: FeatureTracks
    private let cameras: WindowCameras
    private let rows = SparseRows()
    private let combined = MatrixBuffer(rows: 3, columns: StateLayout.dimension)
    private let product = MatrixBuffer(rows: 3, columns: StateLayout.dimension)
    private var test = StabilizationTest()
    private var lastTime = 0.0

    init(filter: SlidingWindowFilter, tracks: FeatureTracks, cameras: WindowCameras) {
        self.filter = filter
        self.tracks = tracks
        self.cameras = cameras
    }

    /// What the images are; nil while that is open.
    var verdict: Verdict? { test.verdict }

    /// Weighs the newest image while the verdict is open.
    func weigh(clone: Int) {
        guard verdict == nil else { return }
        let seconds = filter.clones[clone].time - lastTime
        lastTime = filter.clones[clone].time
        if seconds > 0, seconds < 1, let turn = commonTurn(clone: clone) { test.weigh(turn, seconds: seconds) }
    }
}

/// The sequential test of common turns.
struct StabilizationTest: Equatable {
    /// How much likelier the turns are under each level than without stabilisation, as logarithms.
    private var evidence = [Double](repeating: 0, count: StabilizationDetector.tuning.densities.count)
    /// That of the last image: the filter's motion bears a part of its time's error.
    private var lastPerSecondLate = Vector3.zero

    /// What the images are; nil while that is open.
    var verdict: StabilizationDetector.Verdict? {
        let best = evidence.reduce(-.infinity) { max($0, $1) }
        if best > StabilizationDetector.tuning.stabilizedEvidence { return .stabilized }
        return best < StabilizationDetector.tuning.plainEvidence ? .plain : nil
    }

    /// Adds an image's common turn, some seconds after the last.
    mutating func weigh(_ turn: StabilizationDetector.CommonTurn, seconds: Double) {
        let late = StabilizationDetector.tuning.timeSigma
        let known =
            turn.covariance
            + Matrix3(outerProductOf: turn.perSecondLate, turn.perSecondLate) * (late * late)
            + Matrix3(outerProductOf: lastPerSecondLate, lastPerSecondLate) * (late * late)
        lastPerSecondLate = turn.perSecondLate
        let none = Self.likelihood(turn.value, known)
        for (level, density) in StabilizationDetector.tuning.densities.enumerated() {
            let changed = known + .identity * (density * density * seconds)
            evidence[level] += Self.likelihood(turn.value, changed) - none
        }
    }

    /// The logarithm of the density of a Student's t distribution, without its constant.
    private static func likelihood(_ turn: Vector3, _ covariance: Matrix3) -> Double {
        guard let inverse = covariance.inverse, covariance.determinant > 0 else { return 0 }
        let freedom = StabilizationDetector.tuning.freedom
        let distance = max(0, dot(turn, inverse * turn))
        return -0.5 * .logarithm(of: covariance.determinant)
            - 0.5 * (freedom + 3) * .logarithm(onePlus: distance / freedom)
    }
}

// MARK: - The common turn

extension StabilizationDetector {
    /// The common turn of the newest image's landmarks against their predictions; nil if they are too few.
    private func commonTurn(clone: Int) -> CommonTurn? {
        guard let all = solve(clone: clone, given: nil), let found = solve(clone: clone, given: all.turn) else {
            return nil
        }
        return CommonTurn(
            value: found.turn,
            covariance: covariance(found.inverse),
            perSecondLate: found.perSecondLate
        )
    }

    /// The solution of a pass over the landmarks.
    private struct Solution {
        let turn: Vector3
        let perSecondLate: Vector3
        let inverse: Matrix3
    }

    /// One pass over the landmarks: c = N⁻¹ Σ w Aᵀ r with N = Σ w Aᵀ A, weighted by what a given turn leaves, the same
    /// with the pixels' speeds in place of r, and N⁻¹; leaves Σ w Aᵀ H in `combined`.
    private func solve(clone: Int, given: Vector3?) -> Solution? {
        var information = Matrix3.zero
        var sum = Vector3.zero
        var speeds = Vector3.zero
        var count = 0
        let rate = filter.clones[clone].rate
        combined.view.clear()
        for track in 0..<tracks.end {
            guard let slot = filter.landmarks.slot(ofTrack: track), tracks[track].isSeen(by: clone),
                filter.landmarks[slot].anchor != clone, let jacobian = jacobian(slot, track, clone)
            else { continue }
            // By the image's turn: the opposite of that by the anchor's.
            let own = jacobian.turn.negated
            let weight = given.map { self.weight(jacobian.residual - own * $0) } ?? 1
            information =
                information + Matrix3(outerProductOf: own.row0, own.row0) * weight
                + Matrix3(outerProductOf: own.row1, own.row1) * weight
            sum += (own.row0 * jacobian.residual.x + own.row1 * jacobian.residual.y) * weight
            let speed = jacobian.pixelSpeed(rate)
            speeds += (own.row0 * speed.x + own.row1 * speed.y) * weight
            count += 1
            jacobian.write(to: rows, anchor: filter.landmarks[slot].anchor, clone: clone, landmark: slot)
            if given != nil { combine(own, weight) }
        }
        guard count >= Self.tuning.minimumLandmarkCount, let inverse = information.inverse else { return nil }
        return Solution(turn: inverse * sum, perSecondLate: inverse * speeds, inverse: inverse)
    }

    private func jacobian(_ slot: Int, _ track: Int, _ clone: Int) -> PixelJacobian? {
        PixelJacobian(
            filter.landmarks[slot].parameters,
            anchor: filter.landmarks[slot].anchor,
            clone: clone,
            pixel: tracks.observation(track, clone).pixel,
            cameras: cameras,
            lens: filter.calibration.camera
        )
    }

    /// Huber's weight of a landmark by what is left beside the common turn.
    private func weight(_ residual: Vector2) -> Double {
        let limit = Self.tuning.residualLimit * filter.pointNoise.sigma
        return min(1, limit / max(residual.length, 1e-9))
    }

    /// Adds w Aᵀ H of the landmark in `rows`.
    private func combine(_ own: Matrix2x3, _ weight: Double) {
        for axis in 0..<3 {
            let (x, y) = (own.row0[axis] * weight, own.row1[axis] * weight)
            let target = combined.view.row(axis)
            for k in 0..<rows.columnCount { target[rows.columns[k]] += x * rows.row(0)[k] + y * rows.row(1)[k] }
        }
    }

    /// N⁻¹ (Σ w Aᵀ H) P (Σ w Aᵀ H)ᵀ N⁻¹ + σ² N⁻¹.
    private func covariance(_ inverse: Matrix3) -> Matrix3 {
        product.view.clear()
        product.view.add(combined.view, times: filter.covariance.matrix)
        var middle = Matrix3.zero
        for i in 0..<3 {
            for j in 0..<3 {
                middle[i, j] = innerProduct(product.view.row(i), combined.view.row(j), count: StateLayout.dimension)
            }
        }
        let sigma = filter.pointNoise.sigma
        return inverse * middle * inverse + inverse * (sigma * sigma)
    }
}
