extension CameraModel {
    /// A point on the plane one unit before the camera, moved to where the lens shows it.
    func distorted(_ point: Vector2) -> Vector2 {
        switch distortion {
        case .none:
            return point
        case .radialTangential(let k1, let k2, let p1, let p2):
            let r2 = dot(point, point)
            let xy = point.x * point.y
            let radial = 1 + r2 * (k1 + r2 * k2)
            return Vector2(
                point.x * radial + 2 * p1 * xy + p2 * (r2 + 2 * point.x * point.x),
                point.y * radial + p1 * (r2 + 2 * point.y * point.y) + 2 * p2 * xy
            )
        case .equidistant(let k1, let k2, let k3, let k4):
            let r = point.length
            guard r > 1e-9 else { return point }
            let theta = Double.arcTangent(of: r)
            let t2 = theta * theta
            return point * (theta * (1 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4)))) / r)
        }
    }

    /// The inverse of `distorted`, by Newton's method on two unknowns; converges to 1e-12 or stops after ten rounds.
    func undistorted(_ target: Vector2) -> Vector2 {
        if case .none = distortion { return target }
        var point = startOfUndistortion(target)
        for _ in 0..<10 {
            let error = target - distorted(point)
            guard let inverse = jacobianOfDistortion(at: point).inverse else { break }
            let step = inverse * error
            point += step
            if dot(step, step) < 1e-24 { break }
        }
        return point
    }

    private func startOfUndistortion(_ target: Vector2) -> Vector2 {
        guard case .equidistant = distortion else { return target }
        let theta = target.length
        guard theta > 1e-9 else { return target }
        return target * (Double.tangent(of: min(theta, 1.5)) / theta)
    }

    /// How the distorted point moves with the ideal one, 2 × 2.
    func jacobianOfDistortion(at point: Vector2) -> Matrix2 {
        let x = point.x
        let y = point.y
        switch distortion {
        case .none:
            return .identity
        case .radialTangential(let k1, let k2, let p1, let p2):
            let r2 = dot(point, point)
            let radial = 1 + r2 * (k1 + r2 * k2)
            let slope = 2 * k1 + 4 * k2 * r2
            let mixed = x * y * slope + 2 * p1 * x + 2 * p2 * y
            return Matrix2(
                rows: Vector2(radial + x * x * slope + 2 * p1 * y + 6 * p2 * x, mixed),
                Vector2(mixed, radial + y * y * slope + 6 * p1 * y + 2 * p2 * x)
            )
        case .equidistant(let k1, let k2, let k3, let k4):
            let r = point.length
            guard r > 1e-9 else { return .identity }
            let theta = Double.arcTangent(of: r)
            let t2 = theta * theta
            let distance = theta * (1 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4))))
            let slope = (1 + t2 * (3 * k1 + t2 * (5 * k2 + t2 * (7 * k3 + t2 * 9 * k4)))) / (1 + r * r)
            let scale = distance / r
            let radial = (slope - scale) / (r * r)
            return Matrix2(
                rows: Vector2(scale + radial * x * x, radial * x * y),
                Vector2(radial * x * y, scale + radial * y * y)
            )
        }
    }
}
