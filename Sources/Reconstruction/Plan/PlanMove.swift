import Geometry

/// Moves walls and openings of a plan.
struct PlanMove {
    private let plan: FloorPlan

    init(_ plan: FloorPlan) { self.plan = plan }

    // MARK: - Walls

    /// The plan in which a side and the other faces of its wall stand farther out; nil if they cannot.
    func side(_ number: Int, _ metres: Double) -> FloorPlan? {
        guard let place = plan.place(ofSide: number), metres.isFinite, abs(metres) < 100 else { return nil }
        var sides = plan.sidesOfRooms
        let outward = sides[place.room][place.side].outward
        var partitions = plan.partitions
        for face in faces(of: place) {
            let old = sides[face.room][face.side]
            let own = dot(old.outward, outward) > 0 ? metres : -metres
            guard let moved = Self.moved(sides[face.room], face.side, own) else { return nil }
            sides[face.room] = moved
            partitions = partitions.map { Self.following($0, old, moved[face.side]) }
        }
        var result = plan.with(sides)
        result.partitions = partitions.filter { $0.length > PlanEditor.tuning.shortest }
        return result.crossingCount > plan.crossingCount ? nil : result
    }

    /// All faces of a wall: those behind a side, those behind them, and so on.
    private func faces(of place: (room: Int, side: Int)) -> [(room: Int, side: Int)] {
        var faces = [place]
        var next = 0
        while next < faces.count {
            for behind in plan.facesBehind(faces[next]) where !faces.contains(where: { $0 == behind }) {
                faces.append(behind)
            }
            next += 1
        }
        return faces
    }

    /// The corners at the ends of a side slide along its neighbours.
    private static func moved(_ before: [FloorPlan.Side], _ number: Int, _ metres: Double) -> [FloorPlan.Side]? {
        var sides = before
        let (last, next) = ((number + sides.count - 1) % sides.count, (number + 1) % sides.count)
        let outward = sides[number].outward
        let slopes = (dot(sides[last].along, outward), dot(sides[next].along, outward))
        guard abs(slopes.0) > 0.1, abs(slopes.1) > 0.1 else { return nil }
        let start = sides[number].start + sides[last].along * (metres / slopes.0)
        let end = sides[number].end + sides[next].along * (metres / slopes.1)
        for i in sides[number].stretches.indices {
            sides[number].stretches[i].start += outward * metres
            sides[number].stretches[i].end += outward * metres
            sides[number].stretches[i].origin = .movedWithWall
        }
        for (side, from, to) in [
            (last, sides[last].start, start), (number, start, end), (next, end, sides[next].end),
        ] {
            guard dot(to - from, sides[side].along) > PlanEditor.tuning.shortest else { return nil }
            sides[side].fit(from: from, to: to)
        }
        return sides
    }

    /// A partition whose end stands at a side that was moved ends there again, in its own direction.
    private static func following(
        _ partition: FloorPlan.Wall,
        _ old: FloorPlan.Side,
        _ new: FloorPlan.Side
    ) -> FloorPlan.Wall {
        var partition = partition
        let way = (partition.end - partition.start).normalized
        let slope = dot(way, new.outward)
        guard abs(slope) > 0.1 else { return partition }
        func slid(_ point: Vector2) -> Vector2 {
            let offset = dot(point - old.start, old.outward)
            let on = dot(point - old.start, old.along)
            guard abs(offset) < 0.01, on > -0.01, on < old.length + 0.01 else { return point }
            return point + way * (dot(new.start - point, new.outward) / slope)
        }
        (partition.start, partition.end) = (slid(partition.start), slid(partition.end))
        return partition
    }

    // MARK: - Openings

    /// The plan in which an opening, as seen from both rooms, lies farther along its side; nil if it is none.
    func opening(_ number: Int, _ metres: Double) -> FloorPlan? {
        guard let own = plan.place(ofStretch: number), metres.isFinite else { return nil }
        var sides = plan.sidesOfRooms
        let stretch = sides[own.room][own.side].stretches[own.stretch]
        guard stretch.kind == .opening else { return nil }
        let along = sides[own.room][own.side].along
        var places = [own]
        for face in plan.facesBehind((own.room, own.side)) {
            for (i, other) in sides[face.room][face.side].stretches.enumerated()
            where other.kind == .opening && WallBody.overlap(stretch, other) != nil {
                places.append((face.room, face.side, i))
            }
        }
        // As far as all of them can go.
        var (least, most) = (-Double.infinity, Double.infinity)
        for place in places {
            let side = sides[place.room][place.side]
            let room = side.freedom(of: place.stretch)
            let isAgainst = dot(side.along, along) < 0
            least = max(least, isAgainst ? -room.after : -room.before)
            most = min(most, isAgainst ? room.before : room.after)
        }
        let way = min(max(metres, least), most)
        for place in places {
            let isAgainst = dot(sides[place.room][place.side].along, along) < 0
            sides[place.room][place.side].slide(place.stretch, by: isAgainst ? -way : way)
        }
        return plan.with(sides)
    }
}

extension FloorPlan.Side {
    /// Lets a side begin and end elsewhere on its line; stretches that are left without length go.
    mutating func fit(from start: Vector2, to end: Vector2) {
        let (along, length) = ((end - start).normalized, (end - start).length)
        var ends = stretches.map { min(max(dot($0.end - start, along), 0), length) }
        ends[ends.count - 1] = length
        var (result, last): ([FloorPlan.Wall], Double) = ([], 0)
        for (i, place) in ends.enumerated() where place - last >= PlanEditor.tuning.shortestStretch {
            var stretch = stretches[i]
            (stretch.start, stretch.end) = (start + along * last, start + along * place)
            result.append(stretch)
            last = place
        }
        result[result.count - 1].end = end
        stretches = result
    }

    /// How far a stretch can go towards the side's start and its end: over the stretches beside it.
    fileprivate func freedom(of stretch: Int) -> (before: Double, after: Double) {
        (
            stretch > 0 ? stretches[stretch - 1].length : 0,
            stretch + 1 < stretches.count ? stretches[stretch + 1].length : 0
        )
    }

    /// The stretches beside an opening become longer and shorter; a wall grows where it leaves a corner.
    fileprivate mutating func slide(_ place: Int, by metres: Double) {
        let (start, end) = (start, end)
        var stretches = stretches
        stretches[place].start += along * metres
        stretches[place].end += along * metres
        stretches[place].origin = .movedAlong
        let opening = stretches[place]
        if place + 1 < stretches.count {
            stretches[place + 1].start = opening.end
        } else {
            stretches += [opening.wall(from: opening.end, to: end)]
        }
        if place > 0 {
            stretches[place - 1].end = opening.start
        } else {
            stretches = [opening.wall(from: start, to: opening.start)] + stretches
        }
        self.stretches = stretches
        fit(from: start, to: end)
    }
}

extension FloorPlan.Wall {
    /// A wall that stands where this opening moved away.
    fileprivate func wall(from start: Vector2, to end: Vector2) -> FloorPlan.Wall {
        FloorPlan.Wall(start: start, end: end, kind: .wall, lengthSigma: lengthSigma, origin: .movedAlong)
    }
}
