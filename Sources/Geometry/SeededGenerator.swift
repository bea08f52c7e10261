/// Random numbers determined by a seed (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; the same seed gives the same numbers on every platform.
    public init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A uniformly distributed number in 0..<1.
    public mutating func nextUniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// An integer in 0..<bound; bound must be positive.
    public mutating func nextIndex(below bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(bound)) }
}

extension SeededGenerator {
    /// A number from the normal distribution with mean 0 and standard deviation 1 (Box and Muller).
    public mutating func nextNormal() -> Double {
        let radius = (-2 * Double.logarithm(of: 1 - nextUniform())).squareRoot()
        return radius * .cosine(of: 2 * .pi * nextUniform())
    }
}
