import Geometry

/// A line through points, round at its ends and joints, of a thickness in metres.
public struct Polyline: Equatable, Sendable {
    /// The points in order, metres in the node.
    public var points: [Vector3]
    /// How thick the line is, metres.
    public var thickness: Double
    /// Whether the last point is joined to the first.
    public var isClosed: Bool
    /// Dashes and the gaps between them, metres; nil is a whole line.
    public var dashLength: Double?

    /// A line through points.
    public init(_ points: [Vector3], thickness: Double, isClosed: Bool = false, dashLength: Double? = nil) {
        self.points = points
        self.thickness = thickness
        self.isClosed = isClosed
        self.dashLength = dashLength
    }
}
