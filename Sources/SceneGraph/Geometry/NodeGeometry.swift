import Geometry

/// The shape of a node, relative to the node's origin, metres.
public enum NodeGeometry: Sendable {
    /// A box by its width, height and depth; its edges are rounded with the chamfer's radius.
    case box(size: Vector3, chamfer: Double = 0)
    /// A sphere.
    case sphere(radius: Double)
    /// A rectangle in the XZ plane that faces +Y; a map's upper edge lies at −Z.
    case plane(width: Double, depth: Double)
    /// A cylinder around the Y axis.
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

    /// The smallest box around the shape along the node's axes; nil for a shape without points.
    public var bounds: BoundingBox? {
        switch self {
        case .box(let size, _): BoundingBox(halfExtent: size / 2)
        case .sphere(let radius): BoundingBox(halfExtent: Vector3(repeating: radius))
        case .plane(let width, let depth): BoundingBox(halfExtent: Vector3(width / 2, 0, depth / 2))
        case .cylinder(let radius, let height): BoundingBox(halfExtent: Vector3(radius, height / 2, radius))
        case .tube(let tube): BoundingBox(of: tube.path)?.expanded(by: tube.radius)
        case .mesh(let mesh): BoundingBox(of: mesh.positions.lazy.map { Vector3($0) })
        case .polyline(let line): BoundingBox(of: line.points)?.expanded(by: line.thickness / 2)
        case .points(let cloud): BoundingBox(of: cloud.points)
        case .text(let label): label.bounds
        }
    }

    /// A primitive with its sizes; nil for shapes that are not primitives.
    public var primitive: (kind: Primitive, extent: SIMD3<Float>, radius: Float)? {
        switch self {
        case .box(let size, let chamfer):
            let half = SIMD3<Float>(size / 2)
            let radius = min(Float(chamfer), half.min())
            return radius > 0 ? (.roundedBox, half - radius, radius) : (.box, half, 0)
        case .sphere(let radius):
            return (.sphere, .zero, Float(radius))
        case .plane(let width, let depth):
            return (.plane, SIMD3(Float(width / 2), 0, Float(depth / 2)), 0)
        case .cylinder(let radius, let height):
            return (.cylinder, SIMD3(0, Float(height / 2), 0), Float(radius))
        case .tube, .mesh, .polyline, .points, .text:
            return nil
        }
    }

    /// The shape as triangles; a polyline becomes a pipe; nil for text and dots.
    public var mesh: Mesh? {
        if let (kind, extent, radius) = primitive {
            return PrimitiveMesh(kind).stretched(extent: extent, radius: radius)
        }
        switch self {
        case .tube(let tube): return Mesh(tube)
        case .mesh(let mesh): return mesh
        case .polyline(let line):
            let path = line.isClosed ? line.points + line.points.prefix(1) : line.points
            return Mesh(Tube(along: path, radius: line.thickness / 2))
        default: return nil
        }
    }
}
