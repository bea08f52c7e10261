import Geometry

/// Estimates the pose of a square from its four corners.
///
/// The initial pose comes from the homography (Z. Zhang, "A flexible new technique for camera calibration", 2000,
/// section 3.1), then Gauss–Newton steps minimise the squared distances in the image. The second minimum is searched
/// from the pose whose face is mirrored at the line of sight (G. Schweighofer, A. Pinz, "Robust pose estimation from a
/// planar target", 2006).
struct SquarePose {
    let side: Double
    let corners: CodeCorners
    /// Standard deviation of a corner, pixels.
    let sigma: Double
    let camera: CameraModel

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The least standard deviation of a corner: what the lens model leaves.
        ///
        /// Unit: pixels. Range: 0.02…0.3. Origin: calibrations of phones in EuRoC's layout leave 0.1 to 0.3.
        var leastSigma = 0.1
        /// How much worse, in squared standard deviations over all corners, the other pose may be and still be told.
        ///
        /// Range: 4…16. Origin: three standard deviations.
        var ambiguous = 9.0
    }

    private static let tuning = Tuning()

    /// A pose in the optical frame of the lens model, and its squared error, pixels².
    private struct Candidate {
        var rotation: Matrix3
        var translation: Vector3
        var error: Double
        var normal: [Double]
    }

    /// The better pose, and the other one if it cannot be excluded.
    func solution() -> CodePose? {
        guard let start = start(), let first = refined(start) else { return nil }
        var best = first
        var other: Candidate?
        if let second = refined(mirrored(first)), turn(between: first, second) > 0.02 {
            best = second.error < first.error ? second : first
            other = second.error < first.error ? first : second
        }
        let sigma = max(sigma, Self.tuning.leastSigma)
        guard let covariance = covariance(best, sigma) else { return nil }
        var pose = CodePose(
            cameraFromCode: transform(best),
            covariance: covariance,
            reprojectionError: (best.error / 4).squareRoot(),
            alternative: nil
        )
        if let other, other.error - best.error < Self.tuning.ambiguous * sigma * sigma {
            pose.alternative = transform(other)
        }
        return pose
    }

    /// The corners in the code's own axes, with y down as in the optical frame.
    private var places: [Vector3] {
        let half = side / 2
        return [Vector3(-half, -half, 0), Vector3(half, -half, 0), Vector3(half, half, 0), Vector3(-half, half, 0)]
    }

    private func start() -> Candidate? {
        let images = (0..<4).map { camera.normalized(ofPixel: corners[$0]) }
        guard images.allSatisfy({ $0.isFinite }),
            let h = Homography.fit(places.map { Vector2($0.x, $0.y) }, to: images)?.matrix
        else { return nil }
        let scale = 2 / (h.column0.length + h.column1.length)
        let sign = h.column2.z < 0 ? -scale : scale
        let x = (h.column0 * sign).normalized
        let skewed = h.column1 * sign
        let y = (skewed - x * dot(x, skewed)).normalized
        guard x.isFinite, y.isFinite else { return nil }
        return Candidate(
            rotation: Matrix3(columns: x, y, cross(x, y)),
            translation: h.column2 * sign,
            error: .infinity,
            normal: []
        )
    }

    /// The pose whose face is mirrored at the line of sight.
    private func mirrored(_ pose: Candidate) -> Candidate {
        let sight = pose.translation.normalized
        let face = pose.rotation.column2
        let other = sight * (2 * dot(sight, face)) - face
        var result = pose
        result.rotation = Rotation(from: face, to: other).matrix * pose.rotation
        return result
    }

    private func turn(between a: Candidate, _ b: Candidate) -> Double {
        Rotation(matrix: a.rotation.transposed * b.rotation).angle
    }

    /// The pose after up to fifteen damped Gauss–Newton steps; nil if a corner falls behind the camera.
    private func refined(_ start: Candidate) -> Candidate? {
        guard var best = evaluated(start)?.candidate, var system = evaluated(start) else { return nil }
        var damping = 1e-4
        for _ in 0..<15 {
            var matrix = system.candidate.normal
            for i in 0..<6 { matrix[7 * i] *= 1 + damping }
            guard let step = SmallCholesky.solution(of: matrix, system.side) else { return nil }
            var next = best
            next.rotation = Rotation(exp: Vector3(step[0], step[1], step[2])).matrix * best.rotation
            next.translation += Vector3(step[3], step[4], step[5])
            guard let tried = evaluated(next), tried.candidate.error <= best.error else {
                damping *= 10
                continue
            }
            let gain = best.error - tried.candidate.error
            best = tried.candidate
            system = tried
            damping = max(1e-9, damping / 10)
            if gain < 1e-12 * (1 + best.error) { break }
        }
        return best
    }

    /// The error and the normal equations: of a small rotation from the left about the square's middle, then of its
    /// position.
    private func evaluated(_ pose: Candidate) -> (candidate: Candidate, side: [Double])? {
        var result = pose
        result.error = 0
        result.normal = [Double](repeating: 0, count: 36)
        var side = [Double](repeating: 0, count: 6)
        for (i, place) in places.enumerated() {
            let arm = pose.rotation * place
            let point = arm + pose.translation
            guard let pixel = camera.pixel(of: point) else { return nil }
            let miss = corners[i] - pixel
            result.error += dot(miss, miss)
            let jacobian = camera.jacobianToPoint(point)
            for (row, value) in [(jacobian.row0, miss.x), (jacobian.row1, miss.y)] {
                let turn = cross(arm, row)
                let d = [turn.x, turn.y, turn.z, row.x, row.y, row.z]
                for a in 0..<6 {
                    side[a] += d[a] * value
                    for b in 0..<6 { result.normal[6 * a + b] += d[a] * d[b] }
                }
            }
        }
        guard result.error.isFinite else { return nil }
        return (result, side)
    }

    /// In the camera's axes: x as in the optical frame, y and z the other way.
    private func covariance(_ pose: Candidate, _ sigma: Double) -> [Double]? {
        var result = [Double](repeating: 0, count: 36)
        let signs = [1.0, -1, -1, 1, -1, -1]
        for column in 0..<6 {
            var unit = [Double](repeating: 0, count: 6)
            unit[column] = sigma * sigma
            guard let solved = SmallCholesky.solution(of: pose.normal, unit) else { return nil }
            for row in 0..<6 { result[6 * row + column] = solved[row] * signs[row] * signs[column] }
        }
        return result
    }

    private func transform(_ pose: Candidate) -> RigidTransform<CameraSpace, CodeSpace> {
        // The square's own axes here are +Y down, +Z into its face: the same flip applies on both sides.
        let optical = RigidTransform<OpticalSpace, OpticalSpace>(
            rotation: Rotation(matrix: pose.rotation),
            translation: pose.translation
        )
        let flip = RigidTransform<OpticalSpace, CameraSpace>.flip
        let camera = flip.inverse * optical * flip
        return RigidTransform(rotation: camera.rotation, translation: camera.translation)
    }
}
