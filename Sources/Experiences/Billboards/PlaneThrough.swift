import Geometry

/// The plane that fits points best, by least squares without the outliers.
struct PlaneThrough {
    /// The plane.
    let plane: Plane
    /// The median distance of the points from it, metres.
    let deviation: Double

    /// Returns nil for fewer than six points, or points that do not lie on a plane.
    init?(_ points: [Vector3]) {
        guard points.count >= 6 else { return nil }
        var used = points
        var fitted: Plane?
        for _ in 0..<3 {
            guard let plane = Self.fit(used) else { return nil }
            fitted = plane
            let distances = points.map { abs(plane.signedDistance(to: $0)) }
            let median = distances.sorted()[distances.count / 2]
            used = zip(points, distances).filter { $1 <= max(3 * median, 1e-6) }.map { $0.0 }
            guard used.count >= 5 else { return nil }
        }
        guard let fitted else { return nil }
        let distances = points.map { abs(fitted.signedDistance(to: $0)) }.sorted()
        deviation = distances[distances.count / 2]
        plane = fitted
        guard deviation < 0.05 else { return nil }
    }

    /// The direction of the smallest spread, by inverse iteration on the scatter matrix.
    private static func fit(_ points: [Vector3]) -> Plane? {
        let middle = points.reduce(Vector3.zero, +) / Double(points.count)
        var scatter = Matrix3.zero
        for point in points { scatter = scatter + Matrix3(outerProductOf: point - middle, point - middle) }
        let shift = max(scatter.trace, 1e-12) * 1e-9
        guard let inverse = (scatter + .identity * shift).inverse else { return nil }
        var normal = Vector3(0.5, 0.6, 0.62)
        for _ in 0..<20 { normal = (inverse * normal).normalized }
        guard normal.isFinite, scatter.trace - dot(normal, scatter * normal) > 1e-6 else { return nil }
        return Plane(normal: normal, through: middle)
    }
}
