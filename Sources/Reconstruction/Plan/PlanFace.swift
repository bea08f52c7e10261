import Geometry

/// A rectangle of a floor, a wall or a ceiling in equal cells, in which surfaces near it are counted.
///
/// Its points are origin + right · x + up · y, metres; cells are numbered row by row from the origin.
struct PlanFace {
    let origin: Vector3
    let right: Vector3
    let up: Vector3
    /// The width and height of a cell, metres.
    let cell: Vector2
    let columns: Int
    let rows: Int
    /// No face has more columns, or rows.
    private static let most = 2_000

    init(origin: Vector3, right: Vector3, up: Vector3, size: Vector2, cell: Vector2) {
        (self.origin, self.right, self.up, self.cell) = (origin, right, up, cell)
        columns = min(Self.most, Int((size.x / cell.x).rounded(.up)))
        rows = min(Self.most, Int((size.y / cell.y).rounded(.up)))
    }

    /// Unit; surfaces face its way.
    var normal: Vector3 { cross(right, up) }

    /// The foot of a point, metres along the face's axes.
    func place(of point: Vector3) -> Vector2 { Vector2(dot(point - origin, right), dot(point - origin, up)) }

    /// The number of the cell at a place; nil beside the face.
    func index(of place: Vector2) -> Int? {
        let scaled = place / cell
        guard scaled.x >= 0, scaled.y >= 0, scaled.x < Double(columns), scaled.y < Double(rows) else { return nil }
        return Int(scaled.y) * columns + Int(scaled.x)
    }

    /// The area that a mesh has of each cell, m², and the mean colour of it all.
    ///
    /// Triangles count that are nearer than `tolerance`, metres, and face as the face does: by a cosine over `least`.
    func seen(
        in mesh: SurfaceMesh,
        within tolerance: Double,
        facing least: Double
    ) -> (
        areas: [Double], color: SIMD4<UInt8>
    ) {
        var areas = [Double](repeating: 0, count: columns * rows)
        let hasColors = mesh.colors.count == mesh.positions.count
        var sum = SIMD4<Float>.zero
        var weight: Float = 0
        let (normal, origin) = (SIMD3<Float>(normal), SIMD3<Float>(origin))
        let (right, up) = (SIMD3<Float>(right), SIMD3<Float>(up))
        for triangle in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(of: triangle)
            let middle = (a + b + c) / 3 - origin
            guard abs((middle * normal).sum()) < Float(tolerance) else { continue }
            let twice = crossProduct(b - a, c - a)
            let facing = (twice * normal).sum()
            guard facing > Float(least) * twice.norm,
                let index = index(of: Vector2(Double((middle * right).sum()), Double((middle * up).sum())))
            else { continue }
            areas[index] += Double(facing) / 2
            guard hasColors else { continue }
            let color = mesh.colors[Int(mesh.indices[3 * triangle])]
            guard color.w > 0 else { continue }
            sum += SIMD4<Float>(color) * facing
            weight += facing
        }
        return (areas, weight > 0 ? SIMD4<UInt8>((sum / weight).rounded(.toNearestOrEven)) : .zero)
    }
}
