import Geometry

/// Draws walls into a plan: a wall that ends at walls divides its room.
struct PlanDivision {
    private let plan: FloorPlan

    init(_ plan: FloorPlan) { self.plan = plan }

    /// The plan with a wall more; nil if it would lie outside the rooms or be too short.
    func wall(from: Vector2, to: Vector2) -> FloorPlan? {
        guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else { return nil }
        let drawn = WallSnap(plan).snapped(from, to)
        let middle = (drawn.from + drawn.to) / 2
        guard let number = plan.rooms.firstIndex(where: { $0.contains(middle) }) else { return nil }
        let room = plan.rooms[number]
        guard room.distance(to: middle) > PlanEditor.tuning.shortest else { return nil }
        let (start, end) = (
            Self.reach(room, from: middle, to: drawn.from), Self.reach(room, from: middle, to: drawn.to)
        )
        guard (end - start).length > PlanEditor.tuning.shortest else { return nil }
        let wall = FloorPlan.Wall(
            start: start,
            end: end,
            kind: .wall,
            lengthSigma: room.walls.reduce(0) { max($0, $1.lengthSigma) },
            origin: .drawn
        )
        let isKnown = plan.partitions.contains { Self.isSame($0, wall) }
        guard !isKnown else { return nil }
        var result = plan
        result.partitions.append(wall)
        return Self.divided(result, number).keepingKnownSide(of: plan)
    }

    private static func isSame(_ a: FloorPlan.Wall, _ b: FloorPlan.Wall) -> Bool {
        func near(_ p: Vector2, _ q: Vector2) -> Bool { (p - q).length < PlanEditor.tuning.shortestStretch }
        return near(a.start, b.start) && near(a.end, b.end) || near(a.start, b.end) && near(a.end, b.start)
    }

    /// How far a line from a point within a room goes towards another one before it meets the outline.
    private static func reach(_ room: FloorPlan.Room, from: Vector2, to: Vector2) -> Vector2 {
        var share = 1.0
        for side in room.sides {
            let (way, own) = (to - from, side.end - side.start)
            let sine = cross(way, own)
            guard abs(sine) > 1e-9 else { continue }
            let (on, along) = (cross(side.start - from, own) / sine, cross(side.start - from, way) / sine)
            if on > 0, along > -1e-9, along < 1 + 1e-9 { share = min(share, on) }
        }
        return from + (to - from) * share
    }

    /// The plan in which the partitions within a room divide it if they can.
    ///
    /// The largest part keeps the room's number and name; the others come last.
    private static func divided(_ plan: FloorPlan, _ number: Int) -> FloorPlan {
        let room = plan.rooms[number]
        let inside = plan.partitions.filter { room.contains(($0.start + $0.end) / 2) }
        let graph = WallGraph(outline: room.walls, partitions: inside)
        let faces = graph.faces.sorted(byKey: { -area($0) })
        guard faces.count > 1 else { return plan }
        var result = plan
        result.partitions.removeAll { inside.contains($0) }
        result.partitions += graph.loose
        let parts = faces.enumerated().map { index, face in
            var part = room
            part.walls = face
            part = part.with(part.sides)
            part.areaSigma = room.areaSigma * part.area / room.area
            if index > 0 { part.name = [] }
            return part
        }
        result.rooms[number] = parts[0]
        result.rooms += parts.dropFirst()
        return result
    }

    private static func area(_ loop: [FloorPlan.Wall]) -> Double { LineArrangement.area(loop.map { $0.start }) }
}

/// Where a wall that a person draws begins and ends.
struct WallSnap {
    /// From where a drawn wall snaps.
    private struct Tuning {
        /// How far an end is from the corner, or else the wall, that it goes to.
        ///
        /// Unit: metres. Range: 0.1…0.3. Origin: by hand: a finger on a plan at 1 : 50.
        var reach = 0.2
        /// How far a direction is from that of a wall, or across one, that it becomes.
        ///
        /// Unit: radians. Range: 0.1…0.25. Origin: by hand: what a line by hand is off.
        var turn = 0.14
    }

    private static let tuning = Tuning()
    private let walls: [FloorPlan.Wall]

    init(_ plan: FloorPlan) { walls = plan.sides.map { side in side.whole } + plan.partitions }

    private enum End {
        case corner(Vector2)
        case on(FloorPlan.Wall, Vector2)
        case free(Vector2)

        var point: Vector2 {
            switch self {
            case .corner(let point), .on(_, let point), .free(let point): point
            }
        }
    }

    /// The ends of the wall that is meant by two points.
    func snapped(_ from: Vector2, _ to: Vector2) -> (from: Vector2, to: Vector2) {
        var (a, b) = (end(at: from), end(at: to))
        guard (b.point - a.point).length > 1e-6, let along = direction(of: b.point - a.point) else {
            return (a.point, b.point)
        }
        // The end that is not at a corner gives way.
        switch (a, b) {
        case (.corner, .corner): break
        case (_, .corner): a = moved(a, onto: b.point, along)
        default: b = moved(b, onto: a.point, along)
        }
        return (a.point, b.point)
    }

    private func end(at point: Vector2) -> End {
        let corners = walls.flatMap { [$0.start, $0.end] }
        if let corner = corners.min(by: { ($0 - point).length < ($1 - point).length }),
            (corner - point).length < Self.tuning.reach
        {
            return .corner(corner)
        }
        let feet = walls.map { ($0, Self.foot(of: point, on: $0)) }
        if let (wall, foot) = feet.min(by: { ($0.1 - point).length < ($1.1 - point).length }),
            (foot - point).length < Self.tuning.reach
        {
            return .on(wall, foot)
        }
        return .free(point)
    }

    private static func foot(of point: Vector2, on wall: FloorPlan.Wall) -> Vector2 {
        let way = wall.end - wall.start
        return wall.start + way * min(max(dot(point - wall.start, way) / max(dot(way, way), 1e-12), 0), 1)
    }

    /// The direction of a wall, or across one, that is nearest to a line's; nil if none is near.
    private func direction(of way: Vector2) -> Vector2? {
        let unit = way.normalized
        let all = walls.flatMap { wall -> [Vector2] in
            let along = (wall.end - wall.start).normalized
            return [along, -along, Vector2(along.y, -along.x), Vector2(-along.y, along.x)]
        }
        guard let best = all.max(by: { dot($0, unit) < dot($1, unit) }) else { return nil }
        return dot(best, unit) > Double.cosine(of: Self.tuning.turn) ? best : nil
    }

    /// An end on the line through a point; one on a wall stays on it.
    private func moved(_ end: End, onto point: Vector2, _ along: Vector2) -> End {
        if case .on(let wall, let old) = end {
            let own = wall.end - wall.start
            let sine = cross(along, own)
            guard abs(sine) > 0.1 * own.length else { return end }
            let place = point + along * (cross(wall.start - point, own) / sine)
            return (place - old).length < 3 * Self.tuning.reach ? .on(wall, Self.foot(of: place, on: wall)) : end
        }
        return .free(point + along * dot(end.point - point, along))
    }
}

extension FloorPlan.Side {
    /// The side as one stretch.
    fileprivate var whole: FloorPlan.Wall {
        FloorPlan.Wall(start: start, end: end, kind: .wall, lengthSigma: lengthSigma)
    }
}
