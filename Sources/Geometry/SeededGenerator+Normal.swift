import RealModule

extension SeededGenerator {
    /// A number from the normal distribution with mean 0 and standard deviation 1 (Box and Muller).
    public mutating func nextNormal() -> Double {
        let radius = (-2 * Double.log(1 - nextUniform())).squareRoot()
        return radius * .cos(2 * .pi * nextUniform())
    }
}
