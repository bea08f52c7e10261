import RealModule

/// How people walk, for the particle filter.
///
/// Chosen on the seven tracks of `beacon-bench positions`; the ranges were tried in part (docs/notes/positions.md).
public struct WalkTuning: Hashable, Sendable {
    /// A particle's own pace relative to the usual speed: strolling among exhibits to walking briskly.
    ///
    /// Unit: 1. Range: from 0.3…0.5 to 1.2…1.5. Origin: by hand.
    public var paces = 0.5...1.4
    /// How much the logarithm of a pace changes, one sigma.
    ///
    /// Unit: 1/√s. Range: 0.2…0.4. Origin: by hand.
    public var paceChange = 0.3
    /// The time for which a walk keeps its direction.
    ///
    /// Unit: s. Range: 2…3. Origin: by hand.
    public var persistence = 2.0

    /// Creates the usual values.
    public init() {}
}

extension WalkTuning {
    /// A pace of which every ratio is as likely.
    func randomPace(using generator: inout SeededGenerator) -> Double {
        let share = Double.random(in: 0..<1, using: &generator)
        return paces.lowerBound * Double.pow(paces.upperBound / paces.lowerBound, share)
    }

    /// A pace some seconds later.
    func pace(_ pace: Double, after seconds: Double, using generator: inout SeededGenerator) -> Double {
        let change = Double.exp(paceChange * seconds.squareRoot() * generator.gaussian())
        return Swift.min(Swift.max(pace * change, paces.lowerBound), paces.upperBound)
    }
}
