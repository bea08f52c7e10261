import Geometry

/// A line through points, round at its ends and joints, of a thickness in metres.
public struct Polyline: Equatable, Sendable {
    /// The points in order, metres in the node.
    public var points: [Vector3]
    /// The thickness of the line, metres.
    public var thickness: Double
    /// Whether the last point is joined to the first.
    public var isClosed: Bool
    /// The length of dashes and gaps, metres; nil for a solid line.
    public var dashLength: Double?

    /// Creates a line through points.
    public init(_ points: [Vector3], thickness: Double, isClosed: Bool = false, dashLength: Double? = nil) {
        self.points = points
        self.thickness = thickness
        self.isClosed = isClosed
        self.dashLength = dashLength
    }
}
