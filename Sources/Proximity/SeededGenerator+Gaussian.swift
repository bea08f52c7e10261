import RealModule

extension SeededGenerator {
    /// A number from the standard normal distribution (Box and Muller, 1958).
    public mutating func gaussian() -> Double {
        let radius = (-2 * Double.log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * Double.cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
