/// A billboard that stands in the world.
public struct StandingBillboard: Sendable {
    /// Its number among the tool's billboards, 1…; a number is never used again.
    public let identifier: Int32
    /// Its rectangle and its content.
    public internal(set) var billboard: Billboard
    /// The number of the poster that was recognised; nil for a tapped rectangle.
    public let reference: Int?
    /// The number of observations of the rectangle.
    public internal(set) var sightCount = 1
}
