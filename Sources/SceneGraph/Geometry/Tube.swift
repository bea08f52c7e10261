import Geometry

/// A pipe of round section along a path, with round ends.
public struct Tube: Equatable, Sendable {
    /// The middle line, metres in the node.
    public var path: [Vector3]
    /// The section's radius, metres.
    public var radius: Double
    /// The number of the section's sides.
    public var sides: Int

    /// Creates a pipe along a path.
    public init(along path: [Vector3], radius: Double, sides: Int = 12) {
        self.path = path
        self.radius = radius
        self.sides = max(3, sides)
    }
}
