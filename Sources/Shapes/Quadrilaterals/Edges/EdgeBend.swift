/// The curvature of a long edge, as evidence of lens distortion.
///
/// Under the division model a straight line at a distance d from the image's centre becomes an arc of half curvature λ
/// d.
struct EdgeBend {
    /// The distortion coefficient that this edge implies, one over square pixels.
    let lambda: Float
    /// The inverse of its standard deviation, up to a factor.
    let weight: Float

    init?(
        _ region: UnsafeMutablePointer<Int32>,
        _ count: Int,
        _ points: UnsafeMutablePointer<EdgePoint>,
        about middle: SIMD2<Float>
    ) {
        var moments = LineMoments()
        for i in 0..<count { moments.add(points[Int(region[i])].position - middle) }
        let line = moments.line
        let normal = SIMD2(line.direction.y, -line.direction.x)
        let distance = (line.centre * normal).sum()
        // Sums for the parabola a + b s + c s² in the frame of the line, with s scaled by the length.
        var s2 = 0.0
        var s3 = 0.0
        var s4 = 0.0
        var v0 = 0.0
        var v1 = 0.0
        var v2 = 0.0
        var vv = 0.0
        for i in 0..<count {
            let offset = points[Int(region[i])].position - middle - line.centre
            let s = Double((offset * line.direction).sum()) / Double(count)
            let v = Double((offset * normal).sum())
            s2 += s * s
            s3 += s * s * s
            s4 += s * s * s * s
            v0 += v
            v1 += v * s
            v2 += v * s * s
            vv += v * v
        }
        let n = Double(count)
        // s and v are centred up to rounding: eliminate the constant and the slope.
        guard s2 > 0 else { return nil }
        let tilt = s3 / s2
        let level = s2 / n
        let pivot = s4 - tilt * s3 - level * s2
        guard pivot > 1e-9 else { return nil }
        let c = (v2 - tilt * v1 - level * v0) / pivot
        let rest = max(0, vv - v1 * v1 / s2 - v0 * v0 / n - c * c * pivot) / n
        let length = Float((12 * s2 / n).squareRoot() * n)
        guard rest < 0.5, abs(distance) > 20, length > 40 else { return nil }
        let halfCurvature = Float(c / (n * n))
        lambda = halfCurvature / distance
        weight = length * length * length.squareRoot() * abs(distance)
    }
}
