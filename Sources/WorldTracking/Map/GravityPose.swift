import Geometry

/// The pose of a camera whose tilt is known from gravity: heading and position from two or more points.
///
/// Two points: the difference of two points of the world, seen along two directions turned level, fixes both distances
/// by its height and its length (Z. Kukelova, M. Bujnak, T. Pajdla, "Closed-form solutions to minimal absolute pose
/// problems with known vertical direction", ACCV 2010); solved here as one quadratic equation.
struct GravityPose {
    /// A point of the world and the direction in which the camera sees it, in axes turned level (+Y up).
    struct Observation {
        let pointInWorld: Vector3
        let direction: Vector3
        /// The standard deviation of the point, metres.
        let sigma: Double
    }

    /// From the level axes of the camera to the world: a turn about +Y and a shift.
    let heading: Double
    let position: Vector3

    var rotation: Rotation { Rotation(exp: Vector3(0, heading, 0)) }

    /// The at most two poses from which two observations are seen as they are.
    static func candidates(_ a: Observation, _ b: Observation) -> [GravityPose] {
        // Along the steeper of both directions the other's distance gives its own.
        guard abs(a.direction.y) >= abs(b.direction.y) else { return candidates(b, a) }
        guard abs(a.direction.y) > 0.02 else { return [] }
        let difference = b.pointInWorld - a.pointInWorld
        // distanceA = rise + slope · distanceB, from b's and a's heights.
        let slope = b.direction.y / a.direction.y
        let rise = -difference.y / a.direction.y
        let levelA = Vector2(a.direction.x, a.direction.z)
        let levelB = Vector2(b.direction.x, b.direction.z)
        let u = levelB - levelA * slope
        let v = levelA * -rise
        let flat = Vector2(difference.x, difference.z)
        // |u · distanceB + v|² = |flat|²
        let (qa, qb, qc) = (dot(u, u), 2 * dot(u, v), dot(v, v) - dot(flat, flat))
        let discriminant = qb * qb - 4 * qa * qc
        guard qa > 1e-12, discriminant >= 0, flat.length > 1e-3 else { return [] }
        return [1.0, -1.0].compactMap { sign in
            let distanceB = (-qb + sign * discriminant.squareRoot()) / (2 * qa)
            let distanceA = rise + slope * distanceB
            guard distanceA > 0.05, distanceB > 0.05 else { return nil }
            let seen = u * distanceB + v
            let heading = turn(from: seen, to: flat)
            let rotation = Rotation(exp: Vector3(0, heading, 0))
            return GravityPose(heading: heading, position: a.pointInWorld - rotation * (a.direction * distanceA))
        }
    }

    /// The turn about +Y that takes one level direction (x, z) to another.
    private static func turn(from a: Vector2, to b: Vector2) -> Double {
        Double.arcTangent(y: a.y * b.x - a.x * b.y, x: dot(a, b))
    }

    /// The angle between the direction in which a point is seen and the one that the pose predicts, radians; nil behind
    /// the camera.
    func angularError(_ observation: Observation) -> Double? {
        let seen = rotation.inverse * (observation.pointInWorld - position)
        let along = dot(seen, observation.direction)
        guard along > 0.02 else { return nil }
        return cross(seen, observation.direction).length / along
    }

    /// The pose that fits all observations best, by Gauss and Newton on the directions; far misses weigh less.
    func refined(_ observations: [Observation], angleSigma: Double) -> GravityPose {
        var pose = self
        for _ in 0..<8 {
            guard let next = pose.improved(observations, angleSigma) else { return pose }
            pose = next
        }
        return pose
    }

    private func improved(_ observations: [Observation], _ angleSigma: Double) -> GravityPose? {
        // Four unknowns: three of the position (world) and the heading, eliminated by a Schur complement of the one.
        var block = Matrix3.zero
        var mixed = Vector3.zero
        var corner = 0.0
        var right = Vector3.zero
        var rightHeading = 0.0
        let turn = rotation
        for observation in observations {
            let offset = observation.pointInWorld - position
            let direction = turn * observation.direction
            let along = dot(offset, direction)
            guard along > 0.02 else { continue }
            let across = (offset - direction * along) * (1 / along)
            let sigma = max(angleSigma, observation.sigma / along)
            let size = across.length / sigma
            let weight = (size < 2 ? 1 : 2 / size) / (sigma * sigma)
            let projection = (.identity - Matrix3(outerProductOf: direction, direction)) * (1 / along)
            // The miss moves by −projection · shift and by −(the turned direction's) heading.
            let byHeading = cross(Vector3(0, 1, 0), direction)
            block = block + projection * projection * weight
            mixed += projection * byHeading * weight
            corner += dot(byHeading, byHeading) * weight
            right += projection * across * weight
            rightHeading += dot(byHeading, across) * weight
        }
        guard let inverse = block.inverse else { return nil }
        let schur = corner - dot(mixed, inverse * mixed)
        guard schur > 1e-12 else { return nil }
        let turnStep = (rightHeading - dot(mixed, inverse * right)) / schur
        let shift = inverse * (right - mixed * turnStep)
        guard shift.isFinite, turnStep.isFinite else { return nil }
        return GravityPose(heading: heading + turnStep, position: position + shift)
    }
}
