import Geometry

extension PlaneDetector {
    /// A plane fitted to points, with how well it is known.
    struct Fit {
        var plane: Plane
        var offsetSigma: Double
        var normalSigma: Double
    }

    /// The weighted least-squares plane near a given one; gravity holds what the alignment says.
    ///
    /// Unknowns: the tilt along two axes of the plane and the offset at the points' middle. Points far off weigh less (Huber).
    func fit(_ members: [SurfacePoint], near start: Plane, alignment: PlaneAlignment) -> Fit? {
        var plane = start
        var result: Fit?
        for _ in 0..<3 {
            guard let step = fitOnce(members, near: plane, alignment: alignment) else { return result }
            plane = step.plane
            result = step
        }
        return result
    }

    private func fitOnce(_ members: [SurfacePoint], near start: Plane, alignment: PlaneAlignment) -> Fit? {
        guard !members.isEmpty else { return nil }
        let (axisU, axisV) = PlaneDetector.axes(of: start.normal)
        let middle = members.reduce(Vector3.zero) { $0 + $1.pointInWorld } / Double(members.count)
        var information = Matrix3(diagonal: PlaneDetector.frozen(alignment))
        var vector = Vector3.zero
        for member in members {
            let offset = member.pointInWorld - middle
            let row = Vector3(dot(offset, axisU), dot(offset, axisV), 1)
            let residual = start.signedDistance(to: member.pointInWorld)
            let sigma = (sigmaSquared(member, start.normal)).squareRoot()
            let weight = min(1, 1.5 * sigma / max(abs(residual), 1e-12)) / (sigma * sigma)
            information = information + Matrix3(outerProductOf: row, row) * weight
            vector += row * (weight * residual)
        }
        guard let covariance = information.inverse else { return nil }
        let change = covariance * vector
        let normal = start.normal - axisU * change.x - axisV * change.y
        let through = middle - start.normal * (start.signedDistance(to: middle) - change.z)
        guard normal.isFinite, through.isFinite else { return nil }
        return Fit(
            plane: Plane(normal: normal, through: through),
            offsetSigma: max(0, covariance[2, 2]).squareRoot(),
            normalSigma: max(0, max(covariance[0, 0], covariance[1, 1])).squareRoot()
        )
    }

    private func sigmaSquared(_ point: SurfacePoint, _ normal: Vector3) -> Double {
        let sigma = point.sigma(along: normal)
        let surface = configuration.thickness / 3
        return sigma * sigma + surface * surface
    }

    /// Two unit vectors in the plane of a normal; the first is level, which upright planes turn about gravity with.
    static func axes(of normal: Vector3) -> (Vector3, Vector3) {
        let level = cross(Vector3(0, 1, 0), normal)
        let axisU = level.length > 1e-3 ? level.normalized : Vector3(1, 0, 0)
        return (axisU, cross(normal, axisU).normalized)
    }

    /// The information that holds what gravity holds.
    private static func frozen(_ alignment: PlaneAlignment) -> Vector3 {
        let held = 1e14
        switch alignment {
        case .horizontal: return Vector3(held, held, 0)
        case .vertical: return Vector3(0, held, 0)
        case .tilted: return .zero
        }
    }
}
