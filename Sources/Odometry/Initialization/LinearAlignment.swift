import Geometry

/// The second step of the initialisation: velocity, gravity and points from a linear system, with the rotations given.
///
/// The points are eliminated and the length of gravity is given (T. Dong-Si, A. Mourikis, "Estimator initialization in
/// vision-aided inertial navigation with unknown camera-IMU calibration", IROS 2012). An observation says that the
/// point lies on its ray: (I − u uᵀ)(X − c) = 0, with the camera's position c linear in the unknowns.
struct LinearAlignment {
    /// Velocity, gravity and the points that agree best with the rotations and the integrated specific force.
    struct Solution {
        fileprivate(set) var unknowns: MotionUnknowns
        /// A point a track, in the first body frame; nil if it is not determined.
        fileprivate(set) var points: [Vector3?]
    }

    struct Tuning: Equatable, Sendable {
        /// The residual of observations that is assumed first.
        ///
        /// Unit: pixels. Range: 0.1…1. Origin: by hand.
        let initialNoise = 0.25
        /// The residuals that are plausible.
        ///
        /// Unit: pixels. Range: 0.05…4. Origin: by hand.
        let plausibleNoise = 0.12...2.0
        /// The number of rounds.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand.
        let roundCount = 5
        /// The least distance of a point in front of a camera.
        ///
        /// Unit: m. Range: 0.01…0.2. Origin: by hand.
        let minimumDistance = 0.05
    }

    static let tuning = Tuning()

    private let window: InitializationWindow
    private let tracks: [InitializationWindow.Track]
    private let path: PreintegratedPath

    init(_ window: InitializationWindow, _ tracks: [InitializationWindow.Track], _ path: PreintegratedPath) {
        self.window = window
        self.tracks = tracks
        self.path = path
    }

    /// Solves the system around unknowns whose rotations, biases and calibration are kept; nil if it is singular.
    func solve(_ unknowns: MotionUnknowns) -> Solution? {
        let rays = self.rays(unknowns)
        var solution = Solution(unknowns: unknowns, points: Array(repeating: nil, count: tracks.count))
        var noise = Self.tuning.initialNoise / window.focalLength
        for round in 0..<Self.tuning.roundCount {
            var equations = AlignmentEquations(squaredNoise: noise * noise)
            for (index, bundle) in rays.enumerated() {
                // A ray's error grows with distance: when the points are known, far ones count less.
                let weights = Self.weights(bundle, solution.points[index], solution.unknowns)
                equations.add(bundle, weights)
            }
            guard let (velocity, gravity) = equations.solve(length: window.configuration.gravity) else {
                return round == 0 ? nil : solution
            }
            solution.unknowns.velocity = velocity
            solution.unknowns.gravity = gravity
            for (index, bundle) in rays.enumerated() {
                solution.points[index] = Self.intersection(bundle, solution.unknowns)
            }
            let measured = Self.noise(rays, solution)
            noise = Swift.min(
                Swift.max(measured, Self.tuning.plausibleNoise.lowerBound / window.focalLength),
                Self.tuning.plausibleNoise.upperBound / window.focalLength
            )
        }
        return solution
    }

    /// The root mean square angle between rays and points, radians.
    private static func noise(_ rays: [[Ray]], _ solution: Solution) -> Double {
        var sum = 0.0
        var count = 0.0
        for (index, bundle) in rays.enumerated() {
            guard let point = solution.points[index] else { continue }
            for ray in bundle {
                let offset = point - ray.center(solution.unknowns)
                let along = dot(offset, ray.direction)
                sum += Swift.min(dot(offset, offset) / (along * along) - 1, 1e-4)
            }
            count += 2 * Double(bundle.count) - 3
        }
        return (sum / Swift.max(count, 1)).squareRoot()
    }

    /// An observation as a ray in the first body frame.
    fileprivate struct Ray {
        /// Its direction, of length 1.
        let direction: Vector3
        /// Where the camera was, without what velocity and gravity add.
        let origin: Vector3
        /// Time since the first image, seconds.
        let time: Double

        /// Where the camera was.
        func center(_ unknowns: MotionUnknowns) -> Vector3 {
            origin + unknowns.velocity * time + unknowns.gravity * (time * time / 2)
        }
    }

    private func rays(_ unknowns: MotionUnknowns) -> [[Ray]] {
        let zoom = 1 / (1 + unknowns.focalExcess)
        let arm = window.configuration.bodyFromOptical.translation
        return tracks.map { track in
            track.observations.map { observation in
                let node = path.nodes[observation.image]
                let direction = Vector3(observation.point.x * zoom, observation.point.y * zoom, 1).normalized
                return Ray(
                    direction: node.rotation * (unknowns.bodyFromOptical * direction),
                    origin: node.position + node.rotation * arm,
                    time: node.time
                )
            }
        }
    }

    private static func weights(_ rays: [Ray], _ point: Vector3?, _ unknowns: MotionUnknowns) -> Double {
        guard let point, let first = rays.first else { return 1 }
        let offset = point - first.center(unknowns)
        return 1 / Swift.min(Swift.max(dot(offset, offset), 0.04), 1e4)
    }

    /// The point nearest to all rays; nil if it is behind a camera or they are nearly parallel.
    private static func intersection(_ rays: [Ray], _ unknowns: MotionUnknowns) -> Vector3? {
        var matrix = Matrix3.zero
        var side = Vector3.zero
        for ray in rays {
            let plane = Matrix3.identity - Matrix3(outerProductOf: ray.direction, ray.direction)
            matrix = matrix + plane
            side += plane * ray.center(unknowns)
        }
        guard let inverse = (matrix + .identity * 1e-6).inverse else { return nil }
        let point = inverse * side
        guard point.isFinite else { return nil }
        for ray in rays where dot(point - ray.center(unknowns), ray.direction) < tuning.minimumDistance { return nil }
        return point
    }
}

/// The normal equations of velocity and gravity, the points eliminated.
private struct AlignmentEquations {
    private var byVelocity = Matrix3.zero
    private var mixed = Matrix3.zero
    private var byGravity = Matrix3.zero
    private var velocitySide = Vector3.zero
    private var gravitySide = Vector3.zero
    private let squaredNoise: Double

    /// Empty equations for rays whose directions have this variance, radians² an axis.
    init(squaredNoise: Double) { self.squaredNoise = squaredNoise }

    /// Adds one point's rays.
    mutating func add(_ rays: [LinearAlignment.Ray], _ weight: Double) {
        guard Self.isWide(rays, squaredNoise) else { return }
        var matrix = Matrix3.zero
        var side = Vector3.zero
        var once = Matrix3.zero
        var twice = Matrix3.zero
        for ray in rays {
            // The noise's expected share of the squares is subtracted: otherwise points and path would shrink together.
            let along = Matrix3(outerProductOf: ray.direction, ray.direction)
            let plane = Matrix3.identity - along * (1 + squaredNoise)
            let square = ray.time * ray.time / 2
            let seen = plane * ray.origin
            matrix = matrix + plane
            side += seen
            once = once + plane * ray.time
            twice = twice + plane * square
            let scaled = plane * weight
            byVelocity = byVelocity + scaled * (ray.time * ray.time)
            mixed = mixed + scaled * (ray.time * square)
            byGravity = byGravity + scaled * (square * square)
            velocitySide -= seen * (ray.time * weight)
            gravitySide -= seen * (square * weight)
        }
        guard let inverse = matrix.inverse else { return }
        // Point = N⁻¹ (side + once · v + twice · g); `once` and `twice` are symmetric.
        byVelocity = byVelocity - once * inverse * once * weight
        mixed = mixed - once * inverse * twice * weight
        byGravity = byGravity - twice * inverse * twice * weight
        velocitySide += once * (inverse * side) * weight
        gravitySide += twice * (inverse * side) * weight
    }

    /// Whether a point's rays spread enough to determine its distance in spite of the noise.
    private static func isWide(_ rays: [LinearAlignment.Ray], _ squaredNoise: Double) -> Bool {
        var mean = Vector3.zero
        for ray in rays { mean += ray.direction }
        mean = mean / Double(rays.count)
        // 1 - |mean|² is the rays' mean squared distance from their mean.
        return 1 - dot(mean, mean) > 16 * squaredNoise
    }

    /// Velocity and gravity of a given length; nil if they are not determined.
    func solve(length: Double) -> (velocity: Vector3, gravity: Vector3)? {
        guard let inverse = byVelocity.inverse else { return nil }
        let back = mixed.transposed
        let matrix = byGravity - back * inverse * mixed
        let side = gravitySide - back * (inverse * velocitySide)
        guard let gravity = Self.point(matrix, side, onSphere: length) else { return nil }
        let velocity = inverse * (velocitySide - mixed * gravity)
        return velocity.isFinite ? (velocity, gravity) : nil
    }

    /// The minimum of gᵀ M g − 2 bᵀ g over |g| = r: (M + λ I) g = b with the λ, above minus M's smallest eigenvalue,
    /// that gives the length.
    private static func point(_ matrix: Matrix3, _ side: Vector3, onSphere radius: Double) -> Vector3? {
        let size = matrix.trace
        guard size.isFinite, size > 0 else { return nil }
        func solution(_ lambda: Double) -> Vector3? {
            let shifted = matrix + .identity * lambda
            // Positive definite: all leading minors are positive.
            guard shifted[0, 0] > 0, shifted[0, 0] * shifted[1, 1] - shifted[0, 1] * shifted[1, 0] > 0,
                shifted.determinant > 0, let inverse = shifted.inverse
            else { return nil }
            return inverse * side
        }
        var low = -size
        var high = side.length / radius + size
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if let g = solution(middle), g.length < radius { high = middle } else { low = middle }
        }
        guard let g = solution(high), g.length > 0 else { return nil }
        return g * (radius / g.length)
    }
}
