/// Bounds of the chi-square distribution.
enum ChiSquare {
    /// The value that a sum of `degrees` squared normal numbers exceeds with a probability of 5 % (Wilson and Hilferty,
    /// 1931; good to 1 %).
    static func bound(degrees: Int) -> Double {
        let k = Double(degrees)
        let spread = 2 / (9 * k)
        let root = 1 - spread + 1.6449 * spread.squareRoot()
        return k * root * root * root
    }

    /// The median of the sum of `degrees` squared normal numbers (Wilson and Hilferty, 1931; good to 2 %).
    static func median(degrees: Int) -> Double {
        let k = Double(degrees)
        let root = 1 - 2 / (9 * k)
        return k * root * root * root
    }
}
