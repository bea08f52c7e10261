import Geometry

/// The shape of a node, about the node's origin, metres.
public enum NodeGeometry: Sendable {
    /// A box by its width, height and depth; its edges are rounded with the chamfer's radius.
    case box(size: Vector3, chamfer: Double = 0)
    /// A sphere.
    case sphere(radius: Double)
    /// A rectangle in the XZ plane that faces +Y; a map's upper edge lies at −Z.
    case plane(width: Double, depth: Double)
    /// A cylinder about the Y axis.
    case cylinder(radius: Double, height: Double)
    /// A pipe along a path.
    case tube(Tube)
    /// Triangles.
    case mesh(Mesh)
    /// Round dots.
    case points(PointCloud)
    /// A line that faces the camera.
    case polyline(Polyline)
    /// Letters.
    case text(TextLabel)
}
