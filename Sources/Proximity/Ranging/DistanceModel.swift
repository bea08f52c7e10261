/// Converts a signal's level to a distance; a replaceable part of ranging.
public protocol DistanceModel: Sendable {
    /// The distance at a level, given the power expected at 1 m (dBm); `nil` if the model has no answer.
    func estimate(_ level: SignalLevel, measuredPower: Double) -> DistanceEstimate?
}

extension DistanceModel {
    /// An estimate from a curve: the error is half of the distance range that one sigma of level and shadowing spans.
    func estimate(
        _ level: SignalLevel,
        shadowing: Double,
        curve: (_ mean: Double) -> Double
    ) -> DistanceEstimate {
        let deviation = (level.variance + shadowing * shadowing).squareRoot()
        let accuracy = (curve(level.mean - deviation) - curve(level.mean + deviation)) / 2
        return DistanceEstimate(distance: curve(level.mean), accuracy: accuracy)
    }
}

/// A distance with its error.
public struct DistanceEstimate: Hashable, Sendable {
    /// The distance, m.
    public var distance: Double
    /// One sigma, m: the true distance is within ± this in two of three cases.
    public var accuracy: Double

    /// Creates an estimate.
    public init(distance: Double, accuracy: Double) {
        self.distance = distance
        self.accuracy = accuracy
    }
}
