import Geometry

extension NodeGeometry {
    /// A primitive with the sizes that stretch it; nil for shapes that are not primitives.
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
