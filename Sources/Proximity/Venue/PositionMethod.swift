/// How positions are found.
public enum PositionMethod: String, Hashable, Sendable, CaseIterable {
    /// A particle filter: a walk that no wall crosses.
    case particles
    /// Weighted least squares, each second anew; wants three links.
    case leastSquares
}
