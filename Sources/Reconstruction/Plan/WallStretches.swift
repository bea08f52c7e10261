import Geometry

/// A side of an outline in stretches of what stands there.
struct WallStretches {
    private(set) var stretches: [(start: Vector2, end: Vector2, kind: FloorPlan.Wall.Kind)] = []

    /// Columns of 10 cm are judged by themselves; stretches shorter than 30 cm join their neighbours.
    init(_ side: LineArrangement.Edge, _ lines: [WallLine], _ space: FreeSpace) {
        let way = side.end - side.start
        let count = max(1, Int((way.length / 0.1).rounded()))
        var kinds = [FloorPlan.Wall.Kind](repeating: .unseen, count: count)
        if let number = side.line {
            let line = lines[number]
            var heights = [Double](repeating: 0, count: count)
            for sample in line.samples where WallCoverage.seen.contains(sample.height) {
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
