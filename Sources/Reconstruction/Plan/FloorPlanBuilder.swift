import Geometry

/// Makes a floor plan of a mesh and of the places that it was seen from.
///
/// The floor is the lowest large level surface. The lines of walls are peaks among the upright surfaces; they divide the
/// floor into cells; the cells that were seen to be free, and that no wall or door divides, are a room.
package struct FloorPlanBuilder {
    private let mesh: SurfaceMesh
    private let patches: [SurfacePatches.Patch]
    private let viewpoints: [Vector3]
    /// The viewpoints, seen from above.
    private let way: [Vector2]
    private let scaleSigma: Double
    /// Where nothing was seen a side stands where the view ended: the room may go on, metres.
    private static let unseenSigma = 0.5
    /// What is a room.
    private struct Tuning {
        /// The smallest room; a smaller part of the floor is a niche or a doorway.
        ///
        /// Unit: m². Range: 0.6…1. Origin: by hand: a toilet.
        var leastArea = 0.8
        /// The least mean width; what is narrower is a gap behind furniture.
        ///
        /// Unit: metres. Range: 0.3…0.6. Origin: by hand.
        var leastWidth = 0.4
    }

    private static let tuning = Tuning()

    /// A builder for a mesh of rooms and the positions of the camera, metres in the world.
    ///
    /// `scaleSigma` is the relative standard deviation of the world's scale; it is part of all stated deviations.
    package init(mesh: SurfaceMesh, viewpoints: [Vector3], scaleSigma: Double = 0) {
        self.scaleSigma = scaleSigma
        self.mesh = mesh
        patches = SurfacePatches(mesh).patches
        self.viewpoints = viewpoints.filter { $0.isFinite }
        way = self.viewpoints.map { Vector2($0.x, -$0.z) }
    }

    /// The plan.
    package func plan() throws(FloorPlanError) -> FloorPlan {
        guard let floor = floorHeight() else { throw .noFloor }
        let samples = uprightSamples(above: floor)
        let lines = WallLineFinder(tuning: .init(), samples: samples, viewpoints: way).lines()
        guard lines.count >= 3 else { throw .notEnclosed(wallCount: lines.count) }
        let seen = lines.map { WallCoverage($0) }
        let walls = seen.map { each in
            var wall = each
            wall.closeDoors(among: seen, way: way)
            return wall
        }
        let space = freeSpace(samples, walls)
        let outlines = LineArrangement(corners: Self.surroundings(of: lines), lines: lines).outlines {
            space.share(of: $0) > 0.5
        } isWall: {
            Self.isWall($0, walls)
        }
        let rooms = entered(outlines.filter { Self.isRoom($0) }).map { room($0, lines, space, floor) }
        guard !rooms.isEmpty else { throw .notEnclosed(wallCount: lines.count) }
        let plan = FloorPlan(rooms: rooms, floorHeight: floor, scaleSigma: scaleSigma)
        return plan.withOpenings(by: OpeningSurvey(mesh: mesh, viewpoints: viewpoints, floorHeight: floor))
    }

    /// Whether a wall or a door in it takes most of an edge between two cells.
    private static func isWall(_ edge: LineArrangement.Edge, _ walls: [WallCoverage]) -> Bool {
        guard let number = edge.line else { return false }
        let wall = walls[number]
        return wall.barrierShare(from: dot(edge.start, wall.line.along), to: dot(edge.end, wall.line.along)) > 0.5
    }

    private static func isRoom(_ outline: [LineArrangement.Edge]) -> Bool {
        let area = LineArrangement.area(outline.map { $0.start })
        let around = outline.reduce(0) { $0 + ($1.end - $1.start).length }
        return outline.contains { $0.line != nil } && area > tuning.leastArea && 2 * area > tuning.leastWidth * around
    }

    /// The outlines that the walk entered, in its order.
    private func entered(_ outlines: [[LineArrangement.Edge]]) -> [[LineArrangement.Edge]] {
        let entries = outlines.compactMap { outline -> (first: Int, outline: [LineArrangement.Edge])? in
            let corners = outline.map { $0.start }
            return way.firstIndex { FloorPlan.Room.contains(corners, $0) }.map { ($0, outline) }
        }
        return entries.sorted(byKey: { Double($0.first) }).map { $0.outline }
    }

    /// A rectangle along the largest wall around all that was seen of walls, and a little more; counterclockwise.
    private static func surroundings(of lines: [WallLine]) -> [Vector2] {
        let (across, along) = (lines[0].normal, lines[0].along)
        let inRectangle = { (point: Vector2) in Vector2(dot(point, along), dot(point, across)) }
        var (low, high) = (inRectangle(lines[0].samples[0].point), inRectangle(lines[0].samples[0].point))
        for line in lines {
            for sample in line.samples {
                (low, high) = (
                    pointwiseMin(low, inRectangle(sample.point)), pointwiseMax(high, inRectangle(sample.point))
                )
            }
        }
        let margin = Vector2(repeating: 0.05)
        (low, high) = (low - margin, high + margin)
        return [low, Vector2(high.x, low.y), high, Vector2(low.x, high.y)].map { along * $0.x + across * $0.y }
    }

    private func room(
        _ outline: [LineArrangement.Edge],
        _ lines: [WallLine],
        _ space: FreeSpace,
        _ floor: Double
    ) -> FloorPlan.Room {
        let sides = Self.sides(of: outline)
        var walls: [FloorPlan.Wall] = []
        var variance = 0.0
        for (i, side) in sides.enumerated() {
            let scale = (side.end - side.start).length * scaleSigma
            let own = Self.lengthSigma(sides, i, lines)
            let sigma = (own * own + scale * scale).squareRoot()
            for stretch in WallStretches(side, lines, space).stretches {
                walls.append(
                    FloorPlan.Wall(start: stretch.start, end: stretch.end, kind: stretch.kind, lengthSigma: sigma)
                )
            }
            let offset = side.line.map { lines[$0].offsetSigma } ?? Self.unseenSigma
            variance += dot(side.end - side.start, side.end - side.start) * offset * offset
        }
        let corners = sides.map { $0.start }
        let area = LineArrangement.area(corners)
        var room = FloorPlan.Room(
            walls: walls,
            ceilingHeight: nil,
            area: area,
            areaSigma: (variance + 4 * area * area * scaleSigma * scaleSigma).squareRoot()
        )
        room.ceilingHeight = ceilingHeight(of: room, above: floor).map { $0 - floor }
        return room
    }

    /// Edges of one line put together.
    private static func sides(of outline: [LineArrangement.Edge]) -> [LineArrangement.Edge] {
        var sides: [LineArrangement.Edge] = []
        for edge in outline {
            if let last = sides.last, last.line == edge.line, isStraight(last, edge) {
                sides[sides.count - 1].end = edge.end
            } else {
                sides.append(edge)
            }
        }
        if sides.count > 1, let last = sides.last, last.line == sides[0].line, isStraight(last, sides[0]) {
            sides[0].start = last.start
            sides.removeLast()
        }
        return sides
    }

    private static func isStraight(_ a: LineArrangement.Edge, _ b: LineArrangement.Edge) -> Bool {
        dot((a.end - a.start).normalized, (b.end - b.start).normalized) > 0.9999
    }

    /// A wall ends where its neighbours' lines cut it: their offsets move its ends.
    private static func lengthSigma(_ sides: [LineArrangement.Edge], _ i: Int, _ lines: [WallLine]) -> Double {
        var variance = 0.0
        for neighbor in [sides[(i + sides.count - 1) % sides.count], sides[(i + 1) % sides.count]] {
            let sine = abs(
                cross((sides[i].end - sides[i].start).normalized, (neighbor.end - neighbor.start).normalized)
            )
            let sigma = (neighbor.line.map { lines[$0].offsetSigma } ?? Self.unseenSigma) / max(0.1, sine)
            variance += sigma * sigma
        }
        return variance.squareRoot()
    }

    // MARK: - What was seen

    /// The area of level surfaces by height, in bins of two centimetres: facing up if `sign` is 1, down if −1.
    private func levelAreas(sign: Double, _ isAllowed: (Vector3) -> Bool) -> [Int: Double] {
        var bins: [Int: Double] = [:]
        for patch in patches where sign * patch.normal.y > 0.95 && isAllowed(patch.middle) {
            bins[Int((patch.middle.y / 0.02).rounded(.down)), default: 0] += patch.area
        }
        return bins
    }

    /// The mean height around the best bin of the places that a closure allows: the extreme one of the large ones.
    private func level(sign: Double, minimumArea: Double, _ isAllowed: (Vector3) -> Bool) -> Double? {
        let areas = levelAreas(sign: sign, isAllowed)
        let smooth = areas.keys.map { key in
            (key: key, area: (-2...2).reduce(0.0) { $0 + (areas[key + $1] ?? 0) })
        }
        guard let largest = smooth.map({ $0.area }).max(), largest > minimumArea else { return nil }
        let large = smooth.filter { $0.area > 0.25 * largest && $0.area > minimumArea }.map { $0.key }
        guard let extreme = sign > 0 ? large.min() : large.max() else { return nil }
        let near = (-4...4).map { extreme + $0 }
        let sum = near.reduce(0.0) { $0 + (areas[$1] ?? 0) }
        return near.reduce(0.0) { $0 + (areas[$1] ?? 0) * (Double($1) + 0.5) * 0.02 } / sum
    }

    private func floorHeight() -> Double? {
        guard let lowest = viewpoints.map({ $0.y }).min() else { return nil }
        return level(sign: 1, minimumArea: 0.25) { $0.y < lowest - 0.3 }
    }

    /// A tenth of the room's area must have been seen, since the undersides of shelves face down too; or the ceiling's edge.
    private func ceilingHeight(of room: FloorPlan.Room, above floor: Double) -> Double? {
        guard let highest = viewpoints.map({ $0.y }).max() else { return nil }
        let lowest = max(highest + 0.2, floor + 1.8)
        let corners = room.corners
        let seen = level(sign: -1, minimumArea: room.area / 10) {
            $0.y > lowest && FloorPlan.Room.contains(corners, Vector2($0.x, -$0.z))
        }
        return seen ?? CeilingEdge(mesh: mesh, room: room, floorHeight: floor).height(above: lowest)
    }

    private func uprightSamples(above floor: Double) -> [UprightSample] {
        var samples: [UprightSample] = []
        for patch in patches where abs(patch.normal.y) < 0.3 {
            samples.append(
                UprightSample(
                    point: Vector2(patch.middle.x, -patch.middle.z),
                    height: patch.middle.y - floor,
                    normal: Vector2(patch.normal.x, -patch.normal.z).normalized,
                    area: patch.area
                )
            )
        }
        return samples
    }

    /// From the viewpoints to surfaces of the upper half of the rooms that face them, if no wall stands between.
    private func freeSpace(_ samples: [UprightSample], _ walls: [WallCoverage]) -> FreeSpace {
        var (low, high) = (way[0], way[0])
        for point in way + samples.map({ $0.point }) {
            (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
        }
        var space = FreeSpace(low: low, high: high)
        let step = max(1, way.count / 150)
        let thinning = max(1, samples.count / 6000)
        for i in stride(from: 0, to: way.count, by: step) {
            let from = way[i]
            for j in stride(from: 0, to: samples.count, by: thinning) where samples[j].height > 0.9 {
                let ray = samples[j].point - from
                guard dot(samples[j].normal, ray) < -0.3 * ray.length else { continue }
                let before = samples[j].point - ray.normalized * 0.15
                guard !walls.contains(where: { $0.hides(from, before) }) else { continue }
                space.mark(from: from, to: samples[j].point)
            }
        }
        return space
    }
}
