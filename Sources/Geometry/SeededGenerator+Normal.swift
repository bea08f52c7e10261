extension SeededGenerator {
    /// A number from the normal distribution with mean 0 and standard deviation 1 (Box and Muller).
    public mutating func nextNormal() -> Double {
        let radius = (-2 * Double.logarithm(of: 1 - nextUniform())).squareRoot()
        return radius * .cosine(of: 2 * .pi * nextUniform())
    }
}
