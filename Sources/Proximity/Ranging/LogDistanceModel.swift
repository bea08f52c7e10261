import RealModule

/// The log-distance law turned round: d = 10^((power − level) / (10 n)), as ESPresense takes it with n = 2.7.
public struct LogDistanceModel: DistanceModel {
    /// The exponent n: 2 in the open, less in corridors, up to 4 among obstacles.
    public var exponent: Double
    /// How much a place changes the level, dB, one sigma.
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
