import RealModule

/// Random numbers determined by a seed (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
///
/// Geometry has the same generator. Proximity cannot share it: it is a product of its own, and a program that ranges
/// beacons must not link the engine. Both give the same sequence for the same seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    public init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

extension SeededGenerator {
    /// A number from the standard normal distribution (Box and Muller, 1958).
    public mutating func gaussian() -> Double {
        let radius = (-2 * Double.log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * Double.cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
