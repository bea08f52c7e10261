/// Sine, cosine and their inverses from sums, products, quotients and roots alone, which IEEE 754 defines to the last
/// bit.
///
/// C libraries differ in the last bits of their results; these are the same in every build. Angles are reduced with π/2
/// in three parts (W. Cody, W. Waite, "Software manual for the elementary functions", 1980), then Taylor series are
/// summed to below half a unit in the last place. Accurate to 1.5 units in the last place if |angle| < 10⁶; a test
/// compares with the C library.
extension Double {
    /// The sine of an angle in radians; NaN if the angle is not finite.
    public static func sine(of angle: Double) -> Double {
        let (rest, tail, quarter) = reduced(angle)
        let value = quarter & 1 == 0 ? sineSeries(rest, tail) : cosineSeries(rest, tail)
        return quarter & 2 == 0 ? value : -value
    }

    /// The cosine of an angle in radians; NaN if the angle is not finite.
    public static func cosine(of angle: Double) -> Double {
        let (rest, tail, quarter) = reduced(angle)
        let value = quarter & 1 == 0 ? cosineSeries(rest, tail) : sineSeries(rest, tail)
        return (quarter &+ 1) & 2 == 0 ? value : -value
    }

    /// The tangent of an angle in radians: the quotient of sine and cosine.
    public static func tangent(of angle: Double) -> Double { sine(of: angle) / cosine(of: angle) }

    /// The angle, −π/2…π/2 radians, of a tangent.
    public static func arcTangent(of tangent: Double) -> Double {
        let size = tangent.magnitude
        // Above one: a right angle minus the inverse's angle.
        let angle = size > 1 ? halfPi - (arcTangentUpToOne(1 / size) - halfPiTail) : arcTangentUpToOne(size)
        return Double(signOf: tangent, magnitudeOf: angle)
    }

    /// The angle, −π…π radians, of the point (x, y) seen from the origin; 0 if both are 0.
    public static func arcTangent(y: Double, x: Double) -> Double {
        let (width, height) = (x.magnitude, y.magnitude)
        guard width > 0 || height > 0 else { return width + height }
        let isSteep = height > width
        let flat = arcTangentUpToOne(isSteep ? width / height : height / width)
        let acute = isSteep ? halfPi - (flat - halfPiTail) : flat
        return Double(signOf: y, magnitudeOf: x < 0 ? .pi - (acute - 2 * halfPiTail) : acute)
    }
}

extension Double {
    private static let halfPi = 0x1.921fb54442d18p0
    /// The difference between π/2 and `halfPi`.
    private static let halfPiTail = 0x1.1a62633145c07p-54

    /// An angle minus the nearest multiple of π/2, as a sum of two numbers, and that multiple modulo 4.
    private static func reduced(_ angle: Double) -> (rest: Double, tail: Double, quarter: Int32) {
        guard angle.magnitude > 0x1.921fb54442d18p-1 else { return (angle, 0, 0) }
        guard angle.isFinite else { return (.nan, 0, 0) }
        // Larger angles than 2²⁰ quarters lose digits, as their argument did.
        let near = angle.magnitude < 0x1p20 ? angle : angle.remainder(dividingBy: 4 * halfPi)
        let multiple = (near * 0x1.45f306dc9c883p-1).rounded(.toNearestOrEven)
        // The first two parts have 33 bits each, so that their products are exact.
        let coarse = near - multiple * 0x1.921fb544p0
        let second = multiple * 0x1.0b4611a6p-34
        let rest = coarse - second
        let tail = ((coarse - rest) - second) - multiple * 0x1.3198a2e037073p-69
        return (rest, tail, Int32(multiple) & 3)
    }

    /// The sine of `x + tail` for |x| ≤ π/4.
    private static func sineSeries(_ x: Double, _ tail: Double) -> Double {
        let z = x * x
        var sum = 1 / 355_687_428_096_000.0
        sum = sum * z - 1 / 1_307_674_368_000.0
        sum = sum * z + 1 / 6_227_020_800.0
        sum = sum * z - 1 / 39_916_800.0
        sum = sum * z + 1 / 362_880.0
        sum = sum * z - 1 / 5_040.0
        sum = sum * z + 1 / 120.0
        sum = sum * z - 1 / 6.0
        return x + (x * z * sum + tail * (1 - 0.5 * z))
    }

    /// The cosine of `x + tail` for |x| ≤ π/4.
    private static func cosineSeries(_ x: Double, _ tail: Double) -> Double {
        let z = x * x
        var sum = -1 / 6_402_373_705_728_000.0
        sum = sum * z + 1 / 20_922_789_888_000.0
        sum = sum * z - 1 / 87_178_291_200.0
        sum = sum * z + 1 / 479_001_600.0
        sum = sum * z - 1 / 3_628_800.0
        sum = sum * z + 1 / 40_320.0
        sum = sum * z - 1 / 720.0
        sum = sum * z + 1 / 24.0
        // Adds the rounding error of 1 − z/2.
        let half = 0.5 * z
        let start = 1 - half
        return start + (((1 - start) - half) + (z * z * sum - x * tail))
    }

    /// The angle of a tangent in 0…1, relative to the angle of 0, √2 − 1 or 1, whichever is nearest, so that the series
    /// needs few terms.
    private static func arcTangentUpToOne(_ tangent: Double) -> Double {
        guard tangent > 0.198912367379658 else { return arcTangentSeries(tangent, 0) }
        if tangent < 0.6681786379192989 {
            let middle = 0x1.a827999fcef32p-2
            let rest = (tangent - middle) / (1 + tangent * middle)
            return 0x1.921fb54442d18p-2 + arcTangentSeries(rest, 0x1.1a62633145c07p-56 + middleTail)
        }
        return 0x1.921fb54442d18p-1 + arcTangentSeries((tangent - 1) / (tangent + 1), 0x1.1a62633145c07p-55)
    }

    /// How much the angle of `0x1.a827999fcef32p-2` exceeds that of √2 − 1, negated: the rounding of √2 − 1.
    private static let middleTail = -0x1.c3dea4dbad538p-57

    /// The angle of a tangent of at most 0.2 in size, plus a small number.
    private static func arcTangentSeries(_ x: Double, _ tail: Double) -> Double {
        let z = x * x
        var sum = 0.0
        var denominator = 25.0
        while denominator > 2 {
            sum = 1 / denominator - z * sum
            denominator -= 2
        }
        return x - (x * z * sum - tail)
    }
}
