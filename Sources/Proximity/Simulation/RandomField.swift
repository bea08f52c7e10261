import RealModule

/// A smooth random function of the position with mean 0 and variance 1: the shadowing of a building.
///
/// A sum of waves with random directions (Rahimi and Recht, "Random features for large-scale kernel machines", NIPS
/// 2007), whose correlation falls with distance as a Gaussian of the given length.
struct RandomField: Sendable {
    private let waves: [(vector: SIMD2<Double>, phase: Double)]

    init(length: Double, count: Int = 24, using generator: inout SeededGenerator) {
        waves = (0..<count).map { _ in
            let vector = SIMD2(generator.gaussian(), generator.gaussian()) / length
            return (vector, Double.random(in: 0..<(2 * .pi), using: &generator))
        }
    }

    func callAsFunction(_ point: SIMD2<Double>) -> Double {
        let sum = waves.reduce(0.0) { sum, wave in
            sum + Double.cos(wave.vector.x * point.x + wave.vector.y * point.y + wave.phase)
        }
        return sum * (2 / Double(waves.count)).squareRoot()
    }
}
