import RealModule

/// A named rectangle of the floor.
public struct VenueZone: Hashable, Sendable {
    /// The application's name for it; unique among zones and regions.
    public var identifier: String
    /// The corner with the smallest coordinates, m.
    public var minimum: SIMD2<Double>
    /// The opposite corner, m.
    public var maximum: SIMD2<Double>

    /// Creates a zone.
    public init(identifier: String, minimum: SIMD2<Double>, maximum: SIMD2<Double>) {
        self.identifier = identifier
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The probability that someone is inside, 0 to 1; assumes independent errors along x and y.
    public func probability(of estimate: PositionEstimate) -> Double {
        let (xx, yy, _) = estimate.covariance
        return Self.share(minimum.x, maximum.x, mean: estimate.position.x, variance: xx)
            * Self.share(minimum.y, maximum.y, mean: estimate.position.y, variance: yy)
    }

    /// The share of a normal distribution between two bounds.
    private static func share(_ low: Double, _ high: Double, mean: Double, variance: Double) -> Double {
        let scale = (2 * Swift.max(variance, 1e-6)).squareRoot()
        return (Double.erf((high - mean) / scale) - Double.erf((low - mean) / scale)) / 2
    }
}
