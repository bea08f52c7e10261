import Geometry

/// The surface of a mesh in pieces of a grid's cells, over which the noise of single triangles averages out.
struct SurfacePatches {
    /// One piece.
    struct Patch {
        /// Its middle, metres in the world.
        var middle: Vector3
        /// Unit, into free space.
        var normal: Vector3
        /// As seen along the normal, m².
        var area: Double
    }

    /// The side of a cell, metres: several voxels, and smaller than what stands apart in a room.
    private static let cell: Float = 0.12
    /// A cell whose triangles face too many ways is an edge or a clutter; by hand, 0.5…0.8.
    private static let minimumCoherence = 0.6

    let patches: [Patch]

    init(_ mesh: SurfaceMesh) {
        var sums: [GridPosition: (area: Vector3, size: Double, moment: Vector3)] = [:]
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(of: t)
            let area = Vector3(crossProduct(b - a, c - a)) / 2
            let size = area.length
            guard size > 0 else { continue }
            let middle = (a + b + c) / 3
            let scaled = (middle / Self.cell).rounded(.down)
            let key = GridPosition(Int(scaled.x), Int(scaled.y), Int(scaled.z))
            var sum = sums[key] ?? (.zero, 0, .zero)
            sum.area += area
            sum.size += size
            sum.moment += Vector3(middle) * size
            sums[key] = sum
        }
        patches = sums.keys.inGridOrder.compactMap { key in
            guard let sum = sums[key], sum.area.length > Self.minimumCoherence * sum.size else { return nil }
            return Patch(middle: sum.moment / sum.size, normal: sum.area.normalized, area: sum.area.length)
        }
    }
}
