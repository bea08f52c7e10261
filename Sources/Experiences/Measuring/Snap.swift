import Geometry

/// What a point was drawn to.
public enum Snap: Equatable, Sendable {
    /// A point set before: of a measurement, by its place.
    case point(measurement: Int32, index: Int)
    /// The first point of the chain that is being set: it closes.
    case closing
    /// The edge of a plane, by its anchor.
    case edge(anchor: Int32)
    /// A right angle to the segment before.
    case rightAngle
    /// A thing's corner in the picture.
    case corner
    /// A thing's straight edge in the picture; its direction in the world, of length 1.
    case line(along: Vector3)
}
