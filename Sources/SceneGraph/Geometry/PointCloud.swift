import Geometry

/// Round dots that face the camera; rays do not meet them.
public struct PointCloud: Equatable, Sendable {
    /// The points, metres in the node.
    public var points: [Vector3]
    /// A colour a point; empty leaves the material's.
    public var colors: [Color]
    /// How large a dot is on the screen, pixels.
    public var diameterPixels: Double

    /// A cloud of points.
    public init(_ points: [Vector3], colors: [Color] = [], diameterPixels: Double = 6) {
        precondition(colors.isEmpty || colors.count == points.count, "a colour a point")
        self.points = points
        self.colors = colors
        self.diameterPixels = diameterPixels
    }
}
