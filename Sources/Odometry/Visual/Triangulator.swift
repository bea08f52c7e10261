import Geometry

/// Finds the position of a feature from its images in the window.
struct Triangulator {
    /// A point found.
    struct Point: Equatable {
        /// x/z, y/z, 1/z in the anchor's camera.
        let parameters: Vector3
        /// The mean of the squared distances between seen and predicted, on the plane one unit before the camera, each
        /// component.
        let meanSquare: Double
        /// How well the inverse depth is known if directions are known to one unit: the standard deviation per unit of
        /// direction.
        let depthSigma: Double
    }

    struct Tuning: Equatable, Sendable {
        /// The inverse depth to expect indoors.
        ///
        /// Unit: 1/m. Range: 0.2…1. Origin: by hand.
        let expectedInverseDepth = 0.4
        /// Its standard deviation: so vague that all points of an image together give no information on the scale.
        ///
        /// Unit: 1/m. Range: 1…4. Origin: by hand.
        let inverseDepthSigma = 2.0
        /// The damping to start with.
        ///
        /// Unit: 1. Range: 1e-6…1e-2. Origin: by hand.
        let initialDamping = 1e-4
        /// The largest number of steps.
        ///
        /// Unit: 1. Range: 4…20. Origin: by hand.
        let maximumIterations = 8
        /// The relative decrease of the cost below which the iteration ends.
        ///
        /// Unit: 1. Range: 1e-6…1e-2. Origin: by hand.
        let convergenceGain = 1e-4
        /// The least inverse depth.
        ///
        /// Unit: 1/m. Range: 1e-4…1e-2. Origin: by hand.
        let minimumInverseDepth = 1e-3
    }

    static let tuning = Tuning()

    private let cameras: WindowCameras
    private let tracks: FeatureTracks
    /// The weight of the expected inverse depth, in units of a direction's inverse square.
    private let priorWeight: Double

    init(cameras: WindowCameras, tracks: FeatureTracks, priorWeight: Double = 0) {
        self.cameras = cameras
        self.tracks = tracks
        self.priorWeight = priorWeight
    }

    /// The point of a track in the camera of its anchor; nil if the images do not agree on a point in front of the
    /// cameras.
    func point(of track: Int, anchor: Int) -> Point? {
        guard var parameters = start(of: track, anchor: anchor) else { return nil }
        var cost = Double.infinity
        var damping = Self.tuning.initialDamping
        var result: Point?
        for _ in 0..<Self.tuning.maximumIterations {
            guard let system = system(at: parameters, of: track, anchor: anchor) else { return result }
            if system.cost < cost {
                let gain = cost - system.cost
                cost = system.cost
                result = Point(
                    parameters: parameters,
                    meanSquare: cost / Double(2 * system.count),
                    depthSigma: system.depthSigma
                )
                damping *= 0.1
                if gain < Self.tuning.convergenceGain * cost { break }
            } else {
                damping *= 10
                guard let best = result else { return nil }
                parameters = best.parameters
            }
            guard let step = system.step(damping: damping) else { return result }
            parameters += step
            parameters.z =
                parameters.z < Self.tuning.minimumInverseDepth ? Self.tuning.minimumInverseDepth : parameters.z
            if dot(step, step) < 1e-14 { break }
        }
        return result
    }

    /// The least squares of the distances to the rays, in the world (linear).
    private func start(of track: Int, anchor: Int) -> Vector3? {
        let anchorCamera = cameras.camera(cameras.bodies[anchor])
        var normal = Matrix3.zero
        var right = Vector3.zero
        forEachView(of: track) { camera, seen in
            let direction = (camera.rotation * Vector3(seen.x, seen.y, 1)).normalized
            let across = Matrix3.identity - Matrix3(outerProductOf: direction, direction)
            normal = normal + across
            right += across * (camera.position - anchorCamera.position)
        }
        let seen = tracks.observation(track, anchor).normalized
        let far = Vector3(seen.x, seen.y, 0.1)
        guard let inverse = normal.inverse else { return far }
        let inAnchor = anchorCamera.rotation.transposed * (inverse * right)
        guard inAnchor.isFinite, inAnchor.z > 0.1 else { return far }
        return Vector3(
            inAnchor.x / inAnchor.z,
            inAnchor.y / inAnchor.z,
            max(1 / inAnchor.z, Self.tuning.minimumInverseDepth)
        )
    }

    private func forEachView(of track: Int, _ body: (_ camera: BodyPose, _ seen: Vector2) -> Void) {
        var bits = tracks[track].seenBy
        while bits != 0 {
            let slot = bits.trailingZeroBitCount
            bits &= bits - 1
            let observation = tracks.observation(track, slot)
            body(cameras.camera(cameras.body(slot, row: observation.pixel.y)), observation.normalized)
        }
    }

    /// The normal equations around a point.
    private func system(at parameters: Vector3, of track: Int, anchor: Int) -> TriangulationEquations? {
        var system = TriangulationEquations()
        let anchorCamera = cameras.camera(cameras.bodies[anchor])
        forEachView(of: track) { camera, seen in
            let back = camera.rotation.transposed
            let directions = back * anchorCamera.rotation
            let toDepth = back * (anchorCamera.position - camera.position)
            let point = directions * Vector3(parameters.x, parameters.y, 1) + toDepth * parameters.z
            system.add(point: point, directions: directions, toDepth: toDepth, seen: seen)
        }
        system.addPrior(inverseDepth: parameters.z, expected: Self.tuning.expectedInverseDepth, weight: priorWeight)
        return system.isValid ? system : nil
    }
}

/// The normal equations of a point's parameters, gathered view by view.
private struct TriangulationEquations {
    private var normal = Matrix3.zero
    private var right = Vector3.zero
    /// The sum of squared distances.
    private(set) var cost = 0.0
    /// The number of views.
    private(set) var count = 0
    /// Whether the point is in front of all cameras.
    private(set) var isValid = true

    /// Adds a view: the point in its camera times the inverse depth, how that moves with the parameters, and where it
    /// was seen.
    mutating func add(point: Vector3, directions: Matrix3, toDepth: Vector3, seen: Vector2) {
        guard point.z > 0.01 else {
            isValid = false
            return
        }
        let inverse = 1 / point.z
        let predicted = Vector2(point.x, point.y) * inverse
        let error = seen - predicted
        func gradient(_ axis: Int) -> Vector3 {
            let value = predicted[axis]
            return Vector3(
                (directions.column0[axis] - value * directions.column0.z) * inverse,
                (directions.column1[axis] - value * directions.column1.z) * inverse,
                (toDepth[axis] - value * toDepth.z) * inverse
            )
        }
        for axis in 0..<2 {
            let slope = gradient(axis)
            normal = normal + Matrix3(outerProductOf: slope, slope)
            right += slope * error[axis]
        }
        cost += dot(error, error)
        count += 1
    }

    /// Adds what is expected of the inverse depth before anything is seen; `weight` in units of a direction's inverse
    /// square.
    mutating func addPrior(inverseDepth: Double, expected: Double, weight: Double) {
        normal[2, 2] += weight
        right.z += weight * (expected - inverseDepth)
        cost += weight * (expected - inverseDepth) * (expected - inverseDepth)
    }

    /// The step that lowers the cost; nil if the equations have no solution.
    func step(damping: Double) -> Vector3? {
        var damped = normal
        for axis in 0..<3 { damped[axis, axis] = damped[axis, axis] * (1 + damping) + 1e-12 }
        guard let inverse = damped.inverse else { return nil }
        let step = inverse * right
        return step.isFinite ? step : nil
    }

    /// The standard deviation of the inverse depth per unit of direction noise; infinite if the views say nothing of
    /// it.
    var depthSigma: Double {
        guard let inverse = normal.inverse, inverse[2, 2] > 0 else { return .infinity }
        return inverse[2, 2].squareRoot()
    }
}
