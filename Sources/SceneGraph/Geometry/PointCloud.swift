import Geometry

/// Round dots that face the camera; hit tests ignore them.
public struct PointCloud: Equatable, Sendable {
    /// The points, metres in the node.
    public var points: [Vector3]
    /// One colour per point; if empty, the material's colour.
    public var colors: [Color]
    /// The diameter of a dot on the screen, pixels.
    public var diameterPixels: Double

    /// Creates a cloud.
    public init(_ points: [Vector3], colors: [Color] = [], diameterPixels: Double = 6) {
        precondition(colors.isEmpty || colors.count == points.count, "a colour a point")
        self.points = points
        self.colors = colors
        self.diameterPixels = diameterPixels
    }
}
