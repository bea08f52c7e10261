/// How a plane lies against gravity.
public enum PlaneAlignment: Equatable, Sendable {
    /// Level: a floor, a table.
    case horizontal
    /// Upright: a wall, a poster.
    case vertical
    /// Anything between.
    case tilted
}
