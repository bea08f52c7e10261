import Geometry

/// The height at which a room's walls end below a ceiling that itself shows nothing, as a white one.
///
/// Walls that end at one height, and a little of a surface there that faces down, are the edge of a ceiling. Where only the
/// view ended, the walls end at many heights.
struct CeilingEdge {
    private let mesh: SurfaceMesh
    private let room: FloorPlan.Room
    private let sides: [FloorPlan.Side]
    private let floorHeight: Double
    /// The size of the cells in which a wall is looked at, metres: along it and upwards.
    private static let cell = Vector2(0.1, 0.05)

    /// When walls end at a ceiling.
    private struct Tuning {
        /// Surfaces so near a side of the room are its wall.
        ///
        /// Unit: metres. Range: 0.04…0.1. Origin: by hand: the distance within which surfaces belong to a wall's line.
        var tolerance = 0.08
        /// The least cosine of the angle between a surface and its plane.
        ///
        /// Unit: share. Range: 0.8…0.95. Origin: by hand: a wall's upper edge is rounded.
        var leastFacing = 0.9
        /// To which height above the floor walls are looked at.
        ///
        /// Unit: metres. Range: 6…12. Origin: by hand: high rooms.
        var highest = 10.0
        /// The share of a cell that must have been seen.
        ///
        /// Unit: share. Range: 0.2…0.6. Origin: by hand on simulated rooms.
        var knownShare = 0.3
        /// The share of the columns of walls that may end higher.
        ///
        /// Unit: share. Range: 0.03…0.15. Origin: by hand: noise.
        var shareAbove = 0.05
        /// The share of the high columns of walls that must end at the ceiling.
        ///
        /// Unit: share. Range: 0.4…0.7. Origin: by hand on simulated rooms.
        var shareAtEdge = 0.5
        /// The length of walls that must end there, on at least two sides.
        ///
        /// Unit: metres. Range: 0.5…2. Origin: by hand on simulated rooms.
        var leastLength = 1.5
        /// How far below the ceiling a wall may end.
        ///
        /// Unit: metres. Range: 0.15…0.25. Origin: by hand: a scan that drifts by some centimetres.
        var reach = 0.2
        /// How much of a surface that faces down must have been seen at the edge.
        ///
        /// Unit: m². Range: 0.01…0.05. Origin: by hand on simulated rooms.
        var leastArea = 0.02
    }

    private static let tuning = Tuning()

    init(mesh: SurfaceMesh, room: FloorPlan.Room, floorHeight: Double) {
        (self.mesh, self.room, self.floorHeight) = (mesh, room, floorHeight)
        sides = room.sides
    }

    /// The ceiling's height in the world, above `lowest`; nil if no edge of it was seen.
    func height(above lowest: Double) -> Double? {
        let tops = sides.map { self.tops(of: $0, from: lowest - floorHeight) }
        let all = tops.flatMap { $0 }.sorted(byKey: { -Double($0) })
        guard !all.isEmpty else { return nil }
        let highest = all[Int(Self.tuning.shareAbove * Double(all.count))]
        let depth = Int(Self.tuning.reach / Self.cell.y)
        let atEdge = tops.map { $0.count { $0 <= highest && $0 > highest - depth } }
        let count = atEdge.reduce(0, +)
        guard Double(count) >= Self.tuning.shareAtEdge * Double(all.count),
            Double(count) * Self.cell.x >= Self.tuning.leastLength, atEdge.count(where: { $0 > 1 }) > 1
        else { return nil }
        return level(near: floorHeight + Double(highest) * Self.cell.y)
    }

    /// For each column of a side's wall that rises above `lowest` the row in which it ends, metres above the floor.
    private func tops(of side: FloorPlan.Side, from lowest: Double) -> [Int] {
        guard side.length.isFinite else { return [] }
        // As seen from within the room a side leads from right to left.
        let face = PlanFace(
            origin: Vector3(side.end.x, floorHeight, -side.end.y),
            right: Vector3(-side.along.x, 0, side.along.y),
            up: Vector3(0, 1, 0),
            size: Vector2(side.length, Self.tuning.highest),
            cell: Self.cell
        )
        let areas = face.seen(in: mesh, within: Self.tuning.tolerance, facing: Self.tuning.leastFacing).areas
        let least = Self.tuning.knownShare * Self.cell.x * Self.cell.y
        let rows = min(face.rows, max(0, Int(lowest / Self.cell.y)))..<face.rows
        return (0..<face.columns).compactMap { column in
            rows.last { areas[$0 * face.columns + column] > least }.map { $0 + 1 }
        }
    }

    /// The mean height of what faces down near a height; nil if that is too little.
    private func level(near height: Double) -> Double? {
        var (sum, area) = (0.0, 0.0)
        for triangle in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(of: triangle)
            let middle = Vector3((a + b + c) / 3)
            let normal = crossProduct(b - a, c - a) / 2
            guard abs(middle.y - height) < Self.tuning.reach / 2,
                -normal.y > Float(Self.tuning.leastFacing) * normal.norm
            else { continue }
            let place = Vector2(middle.x, -middle.z)
            guard room.contains(place) || room.distance(to: place) < Self.tuning.tolerance else { continue }
            sum += middle.y * Double(-normal.y)
            area += Double(-normal.y)
        }
        return area > Self.tuning.leastArea ? sum / area : nil
    }
}
