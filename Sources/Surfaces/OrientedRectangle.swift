import Geometry

/// A rectangle in a plane, turned by any angle.
public struct OrientedRectangle: Equatable, Sendable {
    /// Its middle, metres.
    public var center: Vector2
    /// The unit direction of its first side.
    public var axis: Vector2
    /// Its lengths along the first side and at a right angle to it, metres.
    public var extent: Vector2

    /// Square metres.
    public var area: Double { extent.x * extent.y }
}
