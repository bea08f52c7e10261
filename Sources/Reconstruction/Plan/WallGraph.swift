import Geometry

/// A room's outline and the walls within it as a planar graph, whose faces are the rooms that they make.
struct WallGraph {
    /// The outlines of the parts, counterclockwise.
    let faces: [[FloorPlan.Wall]]
    /// What of the partitions divides nothing.
    let loose: [FloorPlan.Wall]

    private static let tolerance = 1e-4

    /// A graph of an outline, counterclockwise, and of walls within it.
    init(outline: [FloorPlan.Wall], partitions: [FloorPlan.Wall]) {
        let pieces = Self.pieces(partitions, outline)
        let used = Self.connected(Self.withoutEnds(pieces, outline), outline)
        loose = pieces.filter { !used.contains($0) }
        let corners = used.flatMap { [$0.start, $0.end] }
        let border = outline.flatMap { Self.cut($0, at: corners) }
        faces = used.isEmpty ? [outline] : Self.faces(border + used + used.map { $0.reversed })
    }

    private static func isSame(_ a: Vector2, _ b: Vector2) -> Bool { (a - b).length < tolerance }

    private static func isOn(_ point: Vector2, _ wall: FloorPlan.Wall) -> Bool {
        let way = wall.end - wall.start
        let share = min(max(dot(point - wall.start, way) / dot(way, way), 0), 1)
        return (wall.start + way * share - point).length < tolerance
    }

    /// A wall in pieces between those of some points that lie on it.
    private static func cut(_ wall: FloorPlan.Wall, at points: [Vector2]) -> [FloorPlan.Wall] {
        let way = wall.end - wall.start
        let places = points.filter { isOn($0, wall) && !isSame($0, wall.start) && !isSame($0, wall.end) }
            .sorted(byKey: { dot($0 - wall.start, way) })
        var result: [FloorPlan.Wall] = []
        var last = wall.start
        for place in places + [wall.end] where !isSame(last, place) {
            var piece = wall
            (piece.start, piece.end) = (last, place)
            result.append(piece)
            last = place
        }
        return result
    }

    /// The partitions, cut where they meet each other or the outline.
    private static func pieces(_ partitions: [FloorPlan.Wall], _ outline: [FloorPlan.Wall]) -> [FloorPlan.Wall] {
        var points = (partitions + outline).flatMap { [$0.start, $0.end] }
        for (i, a) in partitions.enumerated() {
            for b in partitions[(i + 1)...] { points += crossing(a, b).map { [$0] } ?? [] }
        }
        return partitions.flatMap { cut($0, at: points) }
    }

    private static func crossing(_ a: FloorPlan.Wall, _ b: FloorPlan.Wall) -> Vector2? {
        let (u, v) = (a.end - a.start, b.end - b.start)
        let sine = cross(u, v)
        guard abs(sine) > 1e-9 else { return nil }
        let (s, t) = (cross(b.start - a.start, v) / sine, cross(b.start - a.start, u) / sine)
        return (0...1).contains(s) && (0...1).contains(t) ? a.start + u * s : nil
    }

    /// The pieces without those that end freely, and those that end freely then.
    private static func withoutEnds(_ pieces: [FloorPlan.Wall], _ outline: [FloorPlan.Wall]) -> [FloorPlan.Wall] {
        var rest = pieces
        while true {
            let next = rest.filter { piece in
                [piece.start, piece.end].allSatisfy { end in
                    outline.contains { isOn(end, $0) }
                        || rest.contains { $0 != piece && (isSame($0.start, end) || isSame($0.end, end)) }
                }
            }
            if next.count == rest.count { return rest }
            rest = next
        }
    }

    /// The pieces that lead to the outline.
    private static func connected(_ pieces: [FloorPlan.Wall], _ outline: [FloorPlan.Wall]) -> [FloorPlan.Wall] {
        var isReached = pieces.map { piece in
            outline.contains { isOn(piece.start, $0) || isOn(piece.end, $0) }
        }
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for (i, piece) in pieces.enumerated() where !isReached[i] {
                let isNext = pieces.indices.contains { j in
                    isReached[j]
                        && [pieces[j].start, pieces[j].end].contains {
                            isSame($0, piece.start) || isSame($0, piece.end)
                        }
                }
                if isNext { (isReached[i], hasGrown) = (true, true) }
            }
        }
        return pieces.indices.filter { isReached[$0] }.map { pieces[$0] }
    }

    /// The loops that always turn to the left as far as they can.
    private static func faces(_ edges: [FloorPlan.Wall]) -> [[FloorPlan.Wall]] {
        var isUsed = [Bool](repeating: false, count: edges.count)
        var faces: [[FloorPlan.Wall]] = []
        for first in edges.indices where !isUsed[first] {
            var (loop, current): ([FloorPlan.Wall], Int?) = ([], first)
            while let edge = current, !isUsed[edge] {
                isUsed[edge] = true
                loop.append(edges[edge])
                current = next(after: edges[edge], edges)
            }
            if LineArrangement.area(loop.map { $0.start }) > tolerance { faces.append(loop) }
        }
        return faces
    }

    private static func next(after edge: FloorPlan.Wall, _ edges: [FloorPlan.Wall]) -> Int? {
        let back = edge.start - edge.end
        // Clockwise from the way back, the first is that with the greatest counterclockwise angle.
        func angle(_ way: Vector2) -> Double {
            let angle = Double.arcTangent(y: cross(back, way), x: dot(back, way))
            return angle <= 1e-9 ? angle + 2 * .pi : angle
        }
        let leaving = edges.indices.filter {
            isSame(edges[$0].start, edge.end) && !isSame(edges[$0].end, edge.start)
        }
        return leaving.max { angle(edges[$0].end - edges[$0].start) < angle(edges[$1].end - edges[$1].start) }
    }
}

extension FloorPlan.Wall {
    /// The wall from its end to its start.
    fileprivate var reversed: FloorPlan.Wall {
        var wall = self
        (wall.start, wall.end) = (end, start)
        return wall
    }
}
