import RealModule

/// The published curve fits over ratio = level / power: ratio^10 below 1, else a·ratio^b + c.
public struct CurveFitModel: DistanceModel {
    /// The factor a, m.
    public var factor: Double
    /// The exponent b.
    public var exponent: Double
    /// The offset c, m.
    public var offset: Double
    /// The shadowing: the scatter of the level from place to place, dB, one sigma.
    public var shadowing = 6.0

    /// Creates a model of the three coefficients.
    public init(factor: Double, exponent: Double, offset: Double) {
        self.factor = factor
        self.exponent = exponent
        self.offset = offset
    }

    /// The fit that is widely used to imitate iOS.
    public static let phone = CurveFitModel(factor: 0.89976, exponent: 7.7095, offset: 0.111)
    /// The Android Beacon Library's default, measured on a Nexus 4.
    public static let androidBeaconLibrary = CurveFitModel(factor: 0.42093, exponent: 6.9476, offset: 0.54992)

    /// The distance at a level; `nil` if the power is not negative, because the fits are not defined there.
    public func estimate(_ level: SignalLevel, measuredPower: Double) -> DistanceEstimate? {
        guard measuredPower < 0 else { return nil }
        return estimate(level, shadowing: shadowing) { mean in
            let ratio = Swift.max(mean / measuredPower, 0)
            return ratio < 1 ? Double.pow(ratio, 10) : factor * Double.pow(ratio, exponent) + offset
        }
    }
}
