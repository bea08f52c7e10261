import Geometry

extension MotionInitializer {
    /// Velocity, gravity and the points that agree best with the rotations and the integrated specific force.
    struct LinearSolution {
        var unknowns: Unknowns
        /// A point a track, in the first body frame; nil where it cannot be told.
        var points: [Vector3?]
    }

    /// Solves the linear system in velocity and gravity, points eliminated and the length of gravity given; nil where it is singular.
    ///
    /// A sighting says that the point lies on its ray: (I − u uᵀ)(X − c) = 0, with the camera's place c linear in the unknowns.
    func solveLinear(_ tracks: [Track], _ path: Path, _ unknowns: Unknowns) -> LinearSolution? {
        let rays = self.rays(tracks, path, unknowns)
        var solution = LinearSolution(unknowns: unknowns, points: Array(repeating: nil, count: tracks.count))
        var noise = 0.25 / focalLength
        for round in 0..<5 {
            var system = MotionInitializerGravitySystem(squaredNoise: noise * noise)
            for (index, sights) in rays.enumerated() {
                // A ray's error grows with distance: once the points are known, far ones count less.
                let weights = Self.weights(sights, solution.points[index], solution.unknowns)
                system.add(sights, weights)
            }
            guard let (velocity, gravity) = system.solve(length: configuration.gravity) else {
                return round == 0 ? nil : solution
            }
            solution.unknowns.velocity = velocity
            solution.unknowns.gravity = gravity
            for (index, sights) in rays.enumerated() {
                solution.points[index] = Self.intersection(sights, solution.unknowns)
            }
            let seen = Self.noise(rays, solution)
            noise = Swift.min(
                Swift.max(seen, Self.expectedNoisePixels.lowerBound / focalLength),
                Self.expectedNoisePixels.upperBound / focalLength
            )
        }
        return solution
    }

    /// How far points are usually seen from where they are, pixels.
    private static let expectedNoisePixels = 0.12...2.0

    /// The root mean square angle between rays and points, radians.
    private static func noise(_ rays: [[Ray]], _ solution: LinearSolution) -> Double {
        var sum = 0.0
        var count = 0.0
        for (index, sights) in rays.enumerated() {
            guard let point = solution.points[index] else { continue }
            for ray in sights {
                let offset = point - ray.place(solution.unknowns)
                let along = dot(offset, ray.direction)
                sum += Swift.min(dot(offset, offset) / (along * along) - 1, 1e-4)
            }
            count += 2 * Double(sights.count) - 3
        }
        return (sum / Swift.max(count, 1)).squareRoot()
    }

    /// A sighting as a ray in the first body frame.
    struct Ray {
        /// Its direction, of length 1.
        var direction: Vector3
        /// Where the camera was, less what velocity and gravity add.
        var origin: Vector3
        /// Time since the first picture, seconds.
        var time: Double

        /// Where the camera was.
        func place(_ unknowns: Unknowns) -> Vector3 {
            origin + unknowns.velocity * time + unknowns.gravity * (time * time / 2)
        }
    }

    private func rays(_ tracks: [Track], _ path: Path, _ unknowns: Unknowns) -> [[Ray]] {
        let zoom = 1 / (1 + unknowns.focalExcess)
        let arm = configuration.bodyFromOptical.translation
        return tracks.map { track in
            track.sightings.map { sighting in
                let node = path.nodes[sighting.picture]
                let direction = Vector3(sighting.point.x * zoom, sighting.point.y * zoom, 1).normalized
                return Ray(
                    direction: node.rotation * (unknowns.bodyFromOptical * direction),
                    origin: node.position + node.rotation * arm,
                    time: node.time
                )
            }
        }
    }

    private static func weights(_ rays: [Ray], _ point: Vector3?, _ unknowns: Unknowns) -> Double {
        guard let point, let first = rays.first else { return 1 }
        let offset = point - first.place(unknowns)
        return 1 / Swift.min(Swift.max(dot(offset, offset), 0.04), 1e4)
    }

    /// The point nearest to all rays; nil where it is behind a camera or they are all but parallel.
    private static func intersection(_ rays: [Ray], _ unknowns: Unknowns) -> Vector3? {
        var matrix = Matrix3.zero
        var side = Vector3.zero
        for ray in rays {
            let plane = Matrix3.identity - Matrix3(outerProductOf: ray.direction, ray.direction)
            matrix = matrix + plane
            side += plane * ray.place(unknowns)
        }
        guard let inverse = (matrix + .identity * 1e-6).inverse else { return nil }
        let point = inverse * side
        guard point.isFinite else { return nil }
        for ray in rays where dot(point - ray.place(unknowns), ray.direction) < 0.05 { return nil }
        return point
    }
}
