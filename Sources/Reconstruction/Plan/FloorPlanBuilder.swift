import Geometry

/// Makes a floor plan of a mesh and of the places that it was seen from.
///
/// The floor is the lowest large level surface. The lines of walls are peaks among the upright surfaces; they divide the
/// floor into cells; the cells that were seen to be free are the room.
package struct FloorPlanBuilder {
    private let patches: [SurfacePatches.Patch]
    private let viewpoints: [Vector3]
    private let scaleSigma: Double
    /// Where nothing was seen a side stands where the view ended: the room may go on, metres.
    private static let unseenSigma = 0.5

    /// A builder for a mesh of one room and the positions of the camera, metres in the world.
    ///
    /// `scaleSigma` is the relative standard deviation of the world's scale; it is part of all stated deviations.
    package init(mesh: SurfaceMesh, viewpoints: [Vector3], scaleSigma: Double = 0) {
        self.scaleSigma = scaleSigma
        patches = SurfacePatches(mesh).patches
        self.viewpoints = viewpoints.filter { $0.isFinite }
    }

    /// The plan.
    package func plan() throws(FloorPlanError) -> FloorPlan {
        guard let floor = floorHeight() else { throw .noFloor }
        let samples = uprightSamples(above: floor)
        let lines = WallLineFinder(tuning: .init(), samples: samples).lines()
        guard lines.count >= 3 else { throw .notEnclosed(wallCount: lines.count) }
        let space = freeSpace(samples)
        let arrangement = LineArrangement(corners: Self.surroundings(of: lines), lines: lines)
        let outline = arrangement.outline { space.share(of: $0) > 0.5 }
        guard outline.count >= 3, outline.contains(where: { $0.line != nil }) else {
            throw .notEnclosed(wallCount: lines.count)
        }
        return plan(outline, lines, space, floor)
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

    private func plan(
        _ outline: [LineArrangement.Edge],
        _ lines: [WallLine],
        _ space: FreeSpace,
        _ floor: Double
    ) -> FloorPlan {
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
        let area = LineArrangement.area(sides.map { $0.start })
        return FloorPlan(
            walls: walls,
            floorHeight: floor,
            ceilingHeight: ceilingHeight(above: floor, area: area).map { $0 - floor },
            area: area,
            areaSigma: (variance + 4 * area * area * scaleSigma * scaleSigma).squareRoot(),
            scaleSigma: scaleSigma
        )
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
    private func levelAreas(sign: Double) -> [Int: Double] {
        var bins: [Int: Double] = [:]
        for patch in patches where sign * patch.normal.y > 0.95 {
            bins[Int((patch.middle.y / 0.02).rounded(.down)), default: 0] += patch.area
        }
        return bins
    }

    /// The mean height around the best bin among those that a closure allows: the extreme one of the large ones.
    private func level(sign: Double, minimumArea: Double, _ isAllowed: (Double) -> Bool) -> Double? {
        let areas = levelAreas(sign: sign).filter { isAllowed((Double($0.key) + 0.5) * 0.02) }
        let smooth = areas.keys.map { key in
            (key: key, area: (-2...2).reduce(0.0) { $0 + (areas[key + $1] ?? 0) })
        }
        guard let largest = smooth.map { $0.area }.max(), largest > minimumArea else { return nil }
        let large = smooth.filter { $0.area > 0.25 * largest && $0.area > minimumArea }.map { $0.key }
        guard let extreme = sign > 0 ? large.min() : large.max() else { return nil }
        let near = (-4...4).map { extreme + $0 }
        let sum = near.reduce(0.0) { $0 + (areas[$1] ?? 0) }
        return near.reduce(0.0) { $0 + (areas[$1] ?? 0) * (Double($1) + 0.5) * 0.02 } / sum
    }

    private func floorHeight() -> Double? {
        guard let lowest = viewpoints.map { $0.y }.min() else { return nil }
        return level(sign: 1, minimumArea: 0.25) { $0 < lowest - 0.3 }
    }

    /// A tenth of the room's area must have been seen, since the undersides of shelves face down too.
    private func ceilingHeight(above floor: Double, area: Double) -> Double? {
        guard let highest = viewpoints.map { $0.y }.max() else { return nil }
        return level(sign: -1, minimumArea: area / 10) { $0 > max(highest + 0.2, floor + 1.8) }
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

    /// From every fourth viewpoint to surfaces of the upper half of the room that face it.
    private func freeSpace(_ samples: [UprightSample]) -> FreeSpace {
        let positions = viewpoints.map { Vector2($0.x, -$0.z) }
        var (low, high) = (positions[0], positions[0])
        for point in positions + samples.map { $0.point } {
            (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
        }
        var space = FreeSpace(low: low, high: high)
        let step = max(1, positions.count / 60)
        let thinning = max(1, samples.count / 4000)
        for i in stride(from: 0, to: positions.count, by: step) {
            for j in stride(from: 0, to: samples.count, by: thinning) where samples[j].height > 0.9 {
                let sample = samples[j]
                guard dot(sample.normal, positions[i] - sample.point) > 0.3 * (positions[i] - sample.point).length
                else {
                    continue
                }
                space.mark(from: positions[i], to: sample.point)
            }
        }
        return space
    }
}

/// A side of the outline in stretches of what stands there.
private struct WallStretches {
    private(set) var stretches: [(start: Vector2, end: Vector2, kind: FloorPlan.Wall.Kind)] = []

    /// Columns of 10 cm are judged by themselves; stretches shorter than 30 cm join their neighbours.
    init(_ side: LineArrangement.Edge, _ lines: [WallLine], _ space: FreeSpace) {
        let way = side.end - side.start
        let count = max(1, Int((way.length / 0.1).rounded()))
        var kinds = [FloorPlan.Wall.Kind](repeating: .unseen, count: count)
        if let number = side.line {
            let line = lines[number]
            var heights = [Double](repeating: 0, count: count)
            for sample in line.samples where sample.height > 0.3 {
                let share = dot(sample.point - side.start, way) / dot(way, way)
                let column = Int((share * Double(count)).rounded(.down))
                if column >= 0, column < count { heights[column] += sample.area / 0.1 }
            }
            for i in 0..<count where heights[i] > 0.25 { kinds[i] = .wall }
            let outward = line.normal * -0.25
            for i in 0..<count where kinds[i] == .unseen {
                let middle = side.start + way * ((Double(i) + 0.5) / Double(count))
                if space.contains(middle + outward), space.contains(middle + outward * 2) { kinds[i] = .opening }
            }
        }
        Self.joinShort(&kinds)
        var start = 0
        for i in 1...count where i == count || kinds[i] != kinds[start] {
            let from = side.start + way * (Double(start) / Double(count))
            stretches.append((from, side.start + way * (Double(i) / Double(count)), kinds[start]))
            start = i
        }
    }

    private static func joinShort(_ kinds: inout [FloorPlan.Wall.Kind]) {
        var start = 0
        while start < kinds.count {
            var end = start
            while end < kinds.count, kinds[end] == kinds[start] { end += 1 }
            if end - start < 3 {
                let neighbor = start > 0 ? kinds[start - 1] : end < kinds.count ? kinds[end] : kinds[start]
                for i in start..<end { kinds[i] = neighbor }
            }
            start = end
        }
    }
}
