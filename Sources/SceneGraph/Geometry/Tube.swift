import Geometry

/// A pipe of round section along a path, with round ends.
public struct Tube: Equatable, Sendable {
    /// The middle line, metres in the node.
    public var path: [Vector3]
    /// The section's radius, metres.
    public var radius: Double
    /// How many sides the section is made of.
    public var sides: Int

    /// A pipe along a path.
    public init(along path: [Vector3], radius: Double, sides: Int = 12) {
        self.path = path
        self.radius = radius
        self.sides = max(3, sides)
    }
}
