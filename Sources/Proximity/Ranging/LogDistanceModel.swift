import RealModule

/// The inverse of the log-distance law: d = 10^((power − level) / (10 n)), as in ESPresense with n = 2.7.
public struct LogDistanceModel: DistanceModel {
    /// The exponent n: 2 in the open, less in corridors, up to 4 among obstacles.
    public var exponent: Double
    /// The shadowing: the scatter of the level from place to place, dB, one sigma.
    public var shadowing: Double

    /// Creates a model.
    public init(exponent: Double = 2.7, shadowing: Double = 6) {
        self.exponent = exponent
        self.shadowing = shadowing
    }

    /// The distance at a level.
    public func estimate(_ level: SignalLevel, measuredPower: Double) -> DistanceEstimate? {
        estimate(level, shadowing: shadowing) { mean in
            Double.pow(10, (measuredPower - mean) / (10 * exponent))
        }
    }
}
