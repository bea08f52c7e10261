import Geometry

/// A plane fitted to landmarks, with how well it is known.
struct PlaneFit {
    let plane: Plane
    /// The standard deviation of the offset along the normal, metres.
    let offsetSigma: Double
    /// The standard deviation of the normal's direction, radians.
    let normalSigma: Double

    /// The weighted least-squares plane near a given one; gravity fixes the parameters of its alignment.
    ///
    /// Unknowns: the tilt along two axes of the plane and the offset at the landmarks' mean. Landmarks far off weigh
    /// less (Huber).
    static func fit(
        _ members: [WorldLandmark],
        near start: Plane,
        alignment: PlaneAlignment,
        thickness: Double
    ) -> PlaneFit? {
        var plane = start
        var result: PlaneFit?
        for _ in 0..<3 {
            guard let step = fitOnce(members, near: plane, alignment, thickness) else { return result }
            plane = step.plane
            result = step
        }
        return result
    }

    private static func fitOnce(
        _ members: [WorldLandmark],
        near start: Plane,
        _ alignment: PlaneAlignment,
        _ thickness: Double
    ) -> PlaneFit? {
        guard !members.isEmpty else { return nil }
        let (axisU, axisV) = axes(of: start.normal)
        let middle = members.reduce(Vector3.zero) { $0 + $1.pointInWorld } / Double(members.count)
        var information = Matrix3(diagonal: gravityInformation(alignment))
        var vector = Vector3.zero
        for member in members {
            let offset = member.pointInWorld - middle
            let row = Vector3(dot(offset, axisU), dot(offset, axisV), 1)
            let residual = start.signedDistance(to: member.pointInWorld)
            let sigma = (variance(of: member, along: start.normal, thickness)).squareRoot()
            let weight = min(1, 1.5 * sigma / max(abs(residual), 1e-12)) / (sigma * sigma)
            information = information + Matrix3(outerProductOf: row, row) * weight
            vector += row * (weight * residual)
        }
        guard let covariance = information.inverse else { return nil }
        let change = covariance * vector
        let normal = start.normal - axisU * change.x - axisV * change.y
        let through = middle - start.normal * (start.signedDistance(to: middle) - change.z)
        guard normal.isFinite, through.isFinite else { return nil }
        return PlaneFit(
            plane: Plane(normal: normal, through: through),
            offsetSigma: max(0, covariance[2, 2]).squareRoot(),
            normalSigma: max(0, max(covariance[0, 0], covariance[1, 1])).squareRoot()
        )
    }

    /// The variance of a landmark's distance from the plane: its own, and the surface's unevenness.
    private static func variance(of landmark: WorldLandmark, along normal: Vector3, _ thickness: Double) -> Double {
        let sigma = landmark.sigma(along: normal)
        let surface = thickness / 3
        return sigma * sigma + surface * surface
    }

    /// Two unit vectors in the plane of a normal; the first is level: upright planes turn about gravity with it.
    static func axes(of normal: Vector3) -> (Vector3, Vector3) {
        let level = cross(Vector3(0, 1, 0), normal)
        let axisU = level.length > 1e-3 ? level.normalized : Vector3(1, 0, 0)
        return (axisU, cross(normal, axisU).normalized)
    }

    /// The information that holds what gravity holds.
    private static func gravityInformation(_ alignment: PlaneAlignment) -> Vector3 {
        let held = 1e14
        switch alignment {
        case .horizontal: return Vector3(held, held, 0)
        case .vertical: return Vector3(0, held, 0)
        case .tilted: return .zero
        }
    }
}
