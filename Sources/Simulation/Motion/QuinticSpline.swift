import Geometry

/// A uniform B-spline of degree five: four times continuously differentiable, so that accelerations are smooth.
///
/// Source: C. de Boor, "A practical guide to splines", 1978, chapter IX.
struct QuinticSpline: Sendable {
    private let points: [Vector3]
    private let spacing: Double

    /// A spline over control points `spacing` seconds apart; time 0 is at the fourth, and there is one step before it.
    init(points: [Vector3], spacing: Double) {
        precondition(points.count >= 6, "a quintic spline needs six control points")
        self.points = points
        self.spacing = spacing
    }

    /// How many control points a duration needs.
    static func count(duration: Double, spacing: Double) -> Int { Int((duration / spacing).rounded(.up)) + 8 }

    /// The position at a time, clamped to the spline's ends.
    func callAsFunction(_ time: Double) -> Vector3 {
        let parameter = max(0, time / spacing + 1)
        let index = min(Int(parameter), points.count - 6)
        let t = min(parameter - Double(index), 1)
        let w = Self.weights(t)
        var sum = Vector3.zero
        for k in 0..<6 { sum += points[index + k] * w[k] }
        return sum
    }

    private static func weights(_ t: Double) -> SIMD8<Double> {
        let s = 1 - t
        let (t2, s2) = (t * t, s * s)
        let (t4, s4) = (t2 * t2, s2 * s2)
        let w0 = s4 * s
        let w5 = t4 * t
        let w1 = power(1 + s) - 6 * w0
        let w4 = power(1 + t) - 6 * w5
        let w2 = power(2 + s) - 6 * power(1 + s) + 15 * w0
        let w3 = power(2 + t) - 6 * power(1 + t) + 15 * w5
        return SIMD8(w0, w1, w2, w3, w4, w5, 0, 0) / 120
    }

    private static func power(_ x: Double) -> Double { x * x * x * x * x }
}
