import Geometry

/// Removes walls of a plan: the rooms on both sides of one become one room.
struct PlanUnion {
    private let plan: FloorPlan

    init(_ plan: FloorPlan) { self.plan = plan }

    /// The plan without a partition; nil if there is none of that number.
    func without(partition number: Int) -> FloorPlan? {
        guard plan.partitions.indices.contains(number) else { return nil }
        var result = plan
        result.partitions.remove(at: number)
        return result
    }

    /// The plan without a wall: its room joins that behind most of it, or is open there if nothing is behind.
    ///
    /// Nil if there is no such wall, or if something would be left that stands free within a room.
    func without(side number: Int) -> FloorPlan? {
        guard let place = plan.place(ofSide: number) else { return nil }
        let sides = plan.sidesOfRooms
        let own = sides[place.room][place.side]
        func length(_ face: (room: Int, side: Int)) -> Double {
            WallBody.overlap(own, sides[face.room][face.side]).map { $0.to - $0.from } ?? 0
        }
        guard let face = plan.facesBehind(place).max(by: { length($0) < length($1) }) else { return opened(place) }
        let result = face.room == place.room ? joined(place, face.side) : merged(place, face)
        return result?.keepingKnownSide(of: plan)
    }

    private func opened(_ place: (room: Int, side: Int)) -> FloorPlan? {
        var sides = plan.sidesOfRooms
        guard sides[place.room][place.side].stretches.contains(where: { $0.kind != .opening }) else { return nil }
        sides[place.room][place.side].lay(.opening, from: 0, to: sides[place.room][place.side].length)
        return plan.with(sides)
    }

    /// What is left of two faces, and the ends of the wall between them.
    private struct Cut {
        /// Of the first face, before and after the gap.
        let first: (before: [FloorPlan.Wall], after: [FloorPlan.Wall])
        /// Of the second face, in its own direction.
        let second: (before: [FloorPlan.Wall], after: [FloorPlan.Wall])
        /// From the first face to the second one at the gap's beginning, and back at its end.
        let ends: (there: FloorPlan.Wall, back: FloorPlan.Wall)

        init?(_ a: FloorPlan.Side, _ b: FloorPlan.Side) {
            guard let gap = WallBody.overlap(a, b) else { return nil }
            let (from, to) = (a.start + a.along * gap.from, a.start + a.along * gap.to)
            func behind(_ point: Vector2) -> Double { dot(point - b.start, b.along) }
            let (onto, off) = (b.start + b.along * behind(from), b.start + b.along * behind(to))
            first = (a.part(from: 0, to: gap.from), a.part(from: gap.to, to: a.length))
            second = (b.part(from: 0, to: behind(to)), b.part(from: behind(from), to: b.length))
            func end(_ start: Vector2, _ end: Vector2) -> FloorPlan.Wall {
                FloorPlan.Wall(
                    start: start,
                    end: end,
                    kind: .wall,
                    lengthSigma: max(a.lengthSigma, b.lengthSigma),
                    origin: .changed
                )
            }
            ends = (end(from, onto), end(off, to))
        }
    }

    private func merged(_ a: (room: Int, side: Int), _ b: (room: Int, side: Int)) -> FloorPlan? {
        let sides = plan.sidesOfRooms
        guard let cut = Cut(sides[a.room][a.side], sides[b.room][b.side]) else { return nil }
        func rest(_ place: (room: Int, side: Int)) -> [FloorPlan.Wall] {
            let own = sides[place.room]
            return (own[(place.side + 1)...] + own[..<place.side]).flatMap { $0.stretches }
        }
        var loop = cut.first.before + [cut.ends.there] + cut.second.after + rest(b)
        loop += cut.second.before + [cut.ends.back] + cut.first.after + rest(a)
        let (large, small) = plan.rooms[a.room].area >= plan.rooms[b.room].area ? (a.room, b.room) : (b.room, a.room)
        var room = plan.rooms[large]
        room.walls = Self.closed(loop)
        room = room.with(room.sides)
        room.areaSigma = sigma(plan.rooms[large], plan.rooms[small], area: room.area)
        if room.name.isEmpty { room.name = plan.rooms[small].name }
        var result = plan
        result.rooms[large] = room
        result.rooms.remove(at: small)
        return result
    }

    /// The two faces belong to one room, which goes around the wall's end: what is left is the room, and the wall's body.
    private func joined(_ place: (room: Int, side: Int), _ other: Int) -> FloorPlan? {
        let sides = plan.sidesOfRooms[place.room]
        guard let cut = Cut(sides[place.side], sides[other]) else { return nil }
        func between(_ from: Int, _ to: Int) -> [FloorPlan.Wall] {
            let order = from < to ? Array(sides[(from + 1)..<to]) : Array(sides[(from + 1)...] + sides[..<to])
            return order.flatMap { $0.stretches }
        }
        let loops = [
            Self.closed(cut.first.before + [cut.ends.there] + cut.second.after + between(other, place.side)),
            Self.closed(cut.second.before + [cut.ends.back] + cut.first.after + between(place.side, other)),
        ].sorted(byKey: { -Self.area($0) })
        // A body that is thicker, or another room within this one, cannot be told by one outline.
        guard abs(Self.area(loops[1])) <= WallBody.tuning.thickest * max(sides[place.side].length, sides[other].length)
        else {
            return nil
        }
        var result = plan
        var room = plan.rooms[place.room]
        room.walls = loops[0]
        result.rooms[place.room] = room.with(room.sides)
        return result
    }

    private func sigma(_ a: FloorPlan.Room, _ b: FloorPlan.Room, area: Double) -> Double {
        let own = (
            FloorPlan.withoutScale(a.areaSigma, 2 * a.area * plan.scaleSigma),
            FloorPlan.withoutScale(b.areaSigma, 2 * b.area * plan.scaleSigma)
        )
        let common = 2 * area * plan.scaleSigma
        return (own.0 * own.0 + own.1 * own.1 + common * common).squareRoot()
    }

    private static func area(_ loop: [FloorPlan.Wall]) -> Double { LineArrangement.area(loop.map { $0.start }) }

    /// A loop without stretches that have no length.
    static func closed(_ loop: [FloorPlan.Wall]) -> [FloorPlan.Wall] {
        var result = loop.filter { $0.length >= PlanEditor.tuning.shortestStretch }
        for i in result.indices { result[i].end = result[(i + 1) % result.count].start }
        return result
    }
}

extension FloorPlan.Side {
    /// The stretches between two places, metres from its start.
    func part(from: Double, to: Double) -> [FloorPlan.Wall] {
        guard to - from >= PlanEditor.tuning.shortestStretch else { return [] }
        var side = self
        side.fit(from: start + along * from, to: start + along * to)
        return side.stretches
    }
}
