import Geometry

/// Smooth curves through points.
///
/// P. J. Barry, R. N. Goldman, "A recursive evaluation algorithm for a class of Catmull-Rom splines", SIGGRAPH 1988,
/// with the centripetal knots of C. Yuksel, S. Schaefer, J. Keyser, "Parameterization and applications of Catmull-Rom
/// curves", 2011.
public enum Curve {
    /// Points along the curve with a maximum spacing; it passes through every given point.
    public static func smoothed(_ points: [Vector3], spacing: Double) -> [Vector3] {
        guard points.count > 2, spacing > 0 else { return points }
        var result = [points[0]]
        for index in 0..<points.count - 1 {
            let before = index > 0 ? points[index - 1] : points[0] * 2 - points[1]
            let last = points.count - 1
            let after = index + 2 < points.count ? points[index + 2] : points[last] * 2 - points[last - 1]
            let steps = min(32, max(1, Int(((points[index + 1] - points[index]).length / spacing).rounded(.up))))
            for step in 1...steps {
                let fraction = Double(step) / Double(steps)
                result.append(point(before, points[index], points[index + 1], after, at: fraction))
            }
        }
        return result
    }

    private static func point(
        _ p0: Vector3,
        _ p1: Vector3,
        _ p2: Vector3,
        _ p3: Vector3,
        at fraction: Double
    ) -> Vector3 {
        let t1 = knot(p0, p1)
        let t2 = t1 + knot(p1, p2)
        let t3 = t2 + knot(p2, p3)
        guard t1 > 1e-9, t2 - t1 > 1e-9, t3 - t2 > 1e-9 else { return p1 + (p2 - p1) * fraction }
        let t = t1 + (t2 - t1) * fraction
        func mix(_ a: Vector3, _ b: Vector3, _ start: Double, _ end: Double) -> Vector3 {
            a + (b - a) * ((t - start) / (end - start))
        }
        let a1 = mix(p0, p1, 0, t1)
        let a2 = mix(p1, p2, t1, t2)
        let a3 = mix(p2, p3, t2, t3)
        return mix(mix(a1, a2, 0, t2), mix(a2, a3, t1, t3), t1, t2)
    }

    private static func knot(_ a: Vector3, _ b: Vector3) -> Double { (b - a).length.squareRoot() }
}
