import Geometry

/// Looks at the mesh around a gap in a wall: whether it is a way through, and where the wall begins beside it.
struct OpeningSurvey {
    private let mesh: SurfaceMesh
    private let viewpoints: [Vector3]
    private let floorHeight: Double
    /// Between the faces of a thin wall, metres behind the first one: the floor there is that of a doorway.
    private static let body = 0.03...0.1
    /// The heights in which a wall's edge is sought, metres above the floor.
    private static let heights = 0.4...1.9
    /// The width of the columns in which it is sought, metres: a voxel.
    private static let column = 0.02

    /// When a gap is a way through, and where it ends.
    private struct Tuning {
        /// The share of the floor between the wall's faces that must have been seen.
        ///
        /// Unit: share. Range: 0.1…0.5. Origin: by hand on simulated flats.
        var leastFloor = 0.25
        /// The narrowest opening; a narrower gap is a part of the wall that was not seen.
        ///
        /// Unit: metres. Range: 0.4…0.6. Origin: by hand: the door of a toilet is 0.6 m wide.
        var narrowestOpening = 0.5
        /// Viewpoints that follow each other are nearer than this; otherwise tracking was lost between them.
        ///
        /// Unit: metres. Range: 0.3…1. Origin: by hand: half a second of walking.
        var longestStep = 0.7
        /// The wall begins within this distance of where columns of 10 cm say so.
        ///
        /// Unit: metres. Range: 0.2…0.5. Origin: by hand: three columns.
        var reach = 0.35
        /// How much of the height of a column must be a wall.
        ///
        /// Unit: metres. Range: 0.2…0.8. Origin: by hand on simulated flats.
        var leastHeight = 0.4
    }

    private static let tuning = Tuning()

    init(mesh: SurfaceMesh, viewpoints: [Vector3], floorHeight: Double) {
        (self.mesh, self.viewpoints, self.floorHeight) = (mesh, viewpoints, floorHeight)
    }

    /// Whether the camera went through a stretch of an outline, or the floor between the wall's faces was seen there.
    func isPassage(_ wall: FloorPlan.Wall) -> Bool { isCrossed(wall) || isFloored(wall) }

    /// Whether a gap between the edges of a wall is so wide that it can be an opening.
    func isWide(_ edges: (from: Double, to: Double)) -> Bool { edges.to - edges.from >= Self.tuning.narrowestOpening }

    private func isCrossed(_ wall: FloorPlan.Wall) -> Bool {
        let way = wall.end - wall.start
        for (a, b) in zip(viewpoints, viewpoints.dropFirst()) {
            let (from, to) = (Vector2(a.x, -a.z), Vector2(b.x, -b.z))
            guard (to - from).length < Self.tuning.longestStep else { continue }
            let sides = (cross(way, from - wall.start), cross(way, to - wall.start))
            guard sides.0 * sides.1 < 0 else { continue }
            let crossing = from + (to - from) * (sides.0 / (sides.0 - sides.1))
            let share = dot(crossing - wall.start, way) / dot(way, way)
            if share > 0, share < 1 { return true }
        }
        return false
    }

    private func isFloored(_ wall: FloorPlan.Wall) -> Bool {
        var area = 0.0
        visit(near: wall) { place, height, normal in
            guard abs(height) < 0.06, place.x > 0, place.x < wall.length, Self.body.contains(place.y) else { return }
            if normal.y > 0.9 * normal.length { area += normal.y }
        }
        return area > Self.tuning.leastFloor * wall.length * (Self.body.upperBound - Self.body.lowerBound)
    }

    /// Where the wall ends before an opening and begins after it, metres from the opening's start.
    func edges(of opening: FloorPlan.Wall) -> (from: Double, to: Double) {
        let count = Int((opening.length + 2 * Self.tuning.reach) / Self.column) + 1
        var areas = [Double](repeating: 0, count: count)
        let along = (opening.end - opening.start).normalized
        visit(near: opening) { place, height, normal in
            let facing = -dot(Vector2(normal.x, -normal.z), Vector2(along.y, -along.x))
            guard abs(place.y) < 0.05, Self.heights.contains(height), facing > 0.8 * normal.length else { return }
            let column = Int(((place.x + Self.tuning.reach) / Self.column).rounded(.down))
            if column >= 0, column < count { areas[column] += normal.length }
        }
        let isWall = areas.map { $0 > Self.tuning.leastHeight * Self.column }
        func isEdge(_ column: Int, _ next: Int) -> Bool { isWall[column] && isWall[next] }
        let middle = count / 2
        let before = (1...middle).last { isEdge($0, $0 - 1) }
        let after = (middle..<count - 1).first { isEdge($0, $0 + 1) }
        return (
            before.map { Double($0 + 1) * Self.column - Self.tuning.reach } ?? 0,
            after.map { Double($0) * Self.column - Self.tuning.reach } ?? opening.length
        )
    }

    /// The triangles near a stretch: the middle (along it, out of the room), its height above the floor, and its normal, which
    /// is as long as the triangle is large, m².
    private func visit(near wall: FloorPlan.Wall, _ body: (Vector2, Double, Vector3) -> Void) {
        let margin = Vector2(repeating: Self.tuning.reach + 0.1)
        let (low, high) = (
            SIMD2<Float>(pointwiseMin(wall.start, wall.end) - margin),
            SIMD2<Float>(pointwiseMax(wall.start, wall.end) + margin)
        )
        let along = (wall.end - wall.start).normalized
        let outward = Vector2(along.y, -along.x)
        for triangle in 0..<mesh.triangleCount {
            let first = mesh.positions[Int(mesh.indices[3 * triangle])]
            guard first.x > low.x, first.x < high.x, -first.z > low.y, -first.z < high.y else { continue }
            let (a, b, c) = mesh.corners(of: triangle)
            let middle = Vector3((a + b + c) / 3)
            let place = Vector2(middle.x, -middle.z) - wall.start
            body(
                Vector2(dot(place, along), dot(place, outward)),
                middle.y - floorHeight,
                Vector3(crossProduct(b - a, c - a)) / 2
            )
        }
    }
}
