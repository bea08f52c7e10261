/// Natural logarithms from sums, products and quotients alone, for the reason stated at sine and cosine.
extension Double {
    /// The natural logarithm; −∞ for 0, NaN for negative values.
    public static func logarithm(of value: Double) -> Double {
        guard value > 0, value.isFinite else { return value == 0 ? -.infinity : (value > 0 ? value : .nan) }
        var exponent = Double(value.exponent)
        var mantissa = value.significand
        if mantissa > 0x1.6a09e667f3bcdp0 {
            mantissa *= 0.5
            exponent += 1
        }
        // log m = f − s (f − 2 (s³/3 + s⁵/5 + …)/s), with f = m − 1 and s = f / (2 + f): the rounding error is small
        // relative to f.
        let f = mantissa - 1
        let s = f / (2 + f)
        let z = s * s
        var sum = 0.0
        var denominator = 23.0
        while denominator > 2 {
            sum = z * (sum + 1 / denominator)
            denominator -= 2
        }
        let fraction = f - s * (f - 2 * sum)
        // log 2 in two parts; the first has 33 bits, so that its product is exact.
        return exponent * 0x1.62e42fefp-1 + (fraction + exponent * 0x1.473de6af278edp-34)
    }

    /// The natural logarithm of `1 + value`, accurate for small values too, by Kahan's quotient.
    public static func logarithm(onePlus value: Double) -> Double {
        let sum = 1 + value
        guard sum != 1 else { return value }
        guard sum.isFinite else { return logarithm(of: sum) }
        return logarithm(of: sum) * (value / (sum - 1))
    }
}
