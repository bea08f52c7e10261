import Geometry
import SceneGraph

/// Straight solids over a simple polygon.
enum Prism {
    /// The triangles of a prism whose floor, roof and sides share their edges exactly; nil for fewer than three
    /// corners.
    static func mesh(of outline: [Vector2], height: Double, position: (Vector2, Double) -> Vector3) -> Mesh? {
        guard outline.count > 2, let triangles = triangulated(outline) else { return nil }
        let count = UInt32(outline.count)
        let low = outline.map { SIMD3<Float>(position($0, 0)) }
        let high = outline.map { SIMD3<Float>(position($0, height)) }
        let up = SIMD3<Float>((position(.zero, 1) - position(.zero, 0)).normalized)
        var positions = low + high
        var normals = low.map { _ in -up } + high.map { _ in up }
        // Texture coordinates in metres: in the plane of floor and roof, along and up the sides.
        var coordinates = (outline + outline).map { SIMD2<Float>(Float($0.x), Float(-$0.y)) }
        var around: Float = 0
        var indices: [UInt32] = []
        for (a, b, c) in triangles {
            indices += [UInt32(a), UInt32(c), UInt32(b)]
            indices += [UInt32(a) + count, UInt32(b) + count, UInt32(c) + count]
        }
        for index in outline.indices {
            let next = (index + 1) % outline.count
            let start = UInt32(positions.count)
            let edge = outline[next] - outline[index]
            let (first, second) = sideNormals(outline, index)
            let turned = [first, second].map { SIMD3<Float>((position($0, 0) - position(.zero, 0)).normalized) }
            positions += [low[index], low[next], high[next], high[index]]
            normals += [turned[0], turned[1], turned[1], turned[0]]
            let (from, to) = (around, around + Float(edge.length))
            let top = Float(height)
            coordinates += [SIMD2(from, top), SIMD2(to, top), SIMD2(to, 0), SIMD2(from, 0)]
            around = to
            indices += [start, start + 1, start + 2, start, start + 2, start + 3]
        }
        return Mesh(positions: positions, normals: normals, coordinates: coordinates, indices: indices)
    }

    /// The outward normals at both ends of an edge: the edge's own at a corner, the mean of both edges where the
    /// outline is round.
    private static func sideNormals(_ outline: [Vector2], _ index: Int) -> (Vector2, Vector2) {
        let count = outline.count
        func outward(_ index: Int) -> Vector2 {
            let edge = outline[(index + 1) % count] - outline[index % count]
            return Vector2(edge.y, -edge.x).normalized
        }
        let here = outward(index)
        func blended(_ other: Vector2) -> Vector2 { dot(here, other) > 0.7 ? (here + other).normalized : here }
        return (blended(outward(index + count - 1)), blended(outward(index + 1)))
    }

    /// The triangles of a simple polygon by ear clipping; nil if it is not simple.
    ///
    /// Source: G. H. Meisters, "Polygons have ears", 1975.
    static func triangulated(_ outline: [Vector2]) -> [(Int, Int, Int)]? {
        var rest = Array(outline.indices)
        var triangles: [(Int, Int, Int)] = []
        while rest.count > 3 {
            guard let ear = rest.indices.first(where: { isEar($0, rest, outline) }) else { return nil }
            let before = rest[(ear + rest.count - 1) % rest.count]
            triangles.append((before, rest[ear], rest[(ear + 1) % rest.count]))
            rest.remove(at: ear)
        }
        triangles.append((rest[0], rest[1], rest[2]))
        return triangles
    }

    private static func isEar(_ corner: Int, _ rest: [Int], _ outline: [Vector2]) -> Bool {
        let a = outline[rest[(corner + rest.count - 1) % rest.count]]
        let b = outline[rest[corner]]
        let c = outline[rest[(corner + 1) % rest.count]]
        guard cross(b - a, c - b) > 0 else { return false }
        for index in rest {
            let point = outline[index]
            guard point != a, point != b, point != c else { continue }
            if cross(b - a, point - a) >= 0, cross(c - b, point - b) >= 0, cross(a - c, point - c) >= 0 { return false }
        }
        return true
    }
}
