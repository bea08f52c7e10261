import Geometry

/// Finds a point from its pictures in the window.
struct Triangulator {
    /// A point found.
    struct Point: Equatable {
        /// x/z, y/z, 1/z in the anchor's camera.
        var parameters: Vector3
        /// The mean of the squared distances between seen and predicted, on the plane one unit before the camera, each component.
        var meanSquare: Double
        /// How well the inverse depth is known if directions are known to one unit: the standard deviation per unit of direction.
        var depthSigma: Double
    }

    let cameras: WindowCameras
    let tracks: FeatureTracks
    /// How sure the expected inverse depth is, in units of a direction's inverse square.
    var priorWeight = 0.0
    /// The inverse depth to expect indoors, 1/m, and its standard deviation, so vague that all the points of a picture together
    /// tell nothing of the scale.
    static let expectedInverseDepth = 0.4
    static let inverseDepthSigma = 2.0

    /// The point of a track in the camera of its anchor; nil where the pictures do not agree on a point before the cameras.
    func point(of place: Int, anchor: Int) -> Point? {
        guard var parameters = start(of: place, anchor: anchor) else { return nil }
        var cost = Double.infinity
        var damping = 1e-4
        var result: Point?
        for _ in 0..<8 {
            guard let system = system(at: parameters, of: place, anchor: anchor) else { return result }
            if system.cost < cost {
                let gain = cost - system.cost
                cost = system.cost
                result = Point(
                    parameters: parameters,
                    meanSquare: cost / Double(2 * system.count),
                    depthSigma: system.depthSigma
                )
                damping *= 0.1
                if gain < 1e-4 * cost { break }
            } else {
                damping *= 10
                guard let best = result else { return nil }
                parameters = best.parameters
            }
            guard let step = system.step(damping: damping) else { return result }
            parameters += step
            if parameters.z < 1e-3 { parameters.z = 1e-3 }
            if dot(step, step) < 1e-14 { break }
        }
        return result
    }

    /// The least squares of the distances to the rays, in the world (linear).
    private func start(of place: Int, anchor: Int) -> Vector3? {
        let anchorCamera = cameras.camera(cameras.bodies[anchor])
        var normal = Matrix3.zero
        var right = Vector3.zero
        forEachView(of: place) { camera, seen in
            let direction = (camera.rotation * Vector3(seen.x, seen.y, 1)).normalized
            let across = Matrix3.identity - Matrix3(outerProductOf: direction, direction)
            normal = normal + across
            right += across * (camera.position - anchorCamera.position)
        }
        let seen = tracks.observation(place, anchor).normalized
        let far = Vector3(seen.x, seen.y, 0.1)
        guard let inverse = normal.inverse else { return far }
        let inAnchor = anchorCamera.rotation.transposed * (inverse * right)
        guard inAnchor.isFinite, inAnchor.z > 0.1 else { return far }
        return Vector3(inAnchor.x / inAnchor.z, inAnchor.y / inAnchor.z, max(1 / inAnchor.z, 1e-3))
    }

    private func forEachView(of place: Int, _ body: (_ camera: BodyPose, _ seen: Vector2) -> Void) {
        var bits = tracks.tracks[place].seenBy
        while bits != 0 {
            let slot = bits.trailingZeroBitCount
            bits &= bits - 1
            let observation = tracks.observation(place, slot)
            body(cameras.camera(cameras.body(slot, row: observation.pixel.y)), observation.normalized)
        }
    }

    /// The normal equations around a point.
    private func system(at parameters: Vector3, of place: Int, anchor: Int) -> TriangulationSystem? {
        var system = TriangulationSystem()
        let anchorCamera = cameras.camera(cameras.bodies[anchor])
        forEachView(of: place) { camera, seen in
            let back = camera.rotation.transposed
            let directions = back * anchorCamera.rotation
            let toDepth = back * (anchorCamera.position - camera.position)
            let point = directions * Vector3(parameters.x, parameters.y, 1) + toDepth * parameters.z
            system.add(point: point, directions: directions, toDepth: toDepth, seen: seen)
        }
        system.addPrior(inverseDepth: parameters.z, expected: Self.expectedInverseDepth, weight: priorWeight)
        return system.isValid ? system : nil
    }
}
