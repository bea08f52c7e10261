import Geometry

/// Adds and removes openings of a plan, on both faces of their wall.
struct PlanOpenings {
    private let plan: FloorPlan

    init(_ plan: FloorPlan) { self.plan = plan }

    /// The plan with an opening more; nil if the side is too short for it.
    func added(_ number: Int, _ middle: Double, _ width: Double) -> FloorPlan? {
        guard let place = plan.place(ofSide: number), middle.isFinite, width.isFinite,
            width >= PlanEditor.tuning.narrowestOpening
        else { return nil }
        var sides = plan.sidesOfRooms
        let side = sides[place.room][place.side]
        guard width <= side.length else { return nil }
        let start = min(max(middle - width / 2, 0), side.length - width)
        let line = (side.start + side.along * start, side.start + side.along * (start + width))
        sides[place.room][place.side].lay(.opening, from: start, to: start + width)
        for face in plan.facesBehind(place) {
            let other = sides[face.room][face.side]
            guard let part = WallBody.overlap((other.start, other.end), line) else { continue }
            sides[face.room][face.side].lay(.opening, from: part.from, to: part.to)
        }
        return plan.with(sides)
    }

    /// The plan in which a wall stands in place of an opening; nil if it is none.
    func removed(_ number: Int) -> FloorPlan? {
        guard let place = plan.place(ofStretch: number) else { return nil }
        var sides = plan.sidesOfRooms
        let opening = sides[place.room][place.side].stretches[place.stretch]
        guard opening.kind == .opening else { return nil }
        for face in plan.facesBehind((place.room, place.side)) {
            for (i, other) in sides[face.room][face.side].stretches.enumerated()
            where other.kind == .opening && WallBody.overlap(opening, other) != nil {
                sides[face.room][face.side].close(i)
            }
        }
        sides[place.room][place.side].close(place.stretch)
        return plan.with(sides)
    }
}

extension FloorPlan.Side {
    fileprivate mutating func close(_ stretch: Int) {
        stretches[stretch].kind = .wall
        if !stretches[stretch].origin.isLineByHand { stretches[stretch].origin = .changed }
    }

    /// Puts something on a part of the side, metres from its start.
    mutating func lay(
        _ kind: FloorPlan.Wall.Kind,
        from: Double,
        to: Double,
        origin: FloorPlan.Wall.Origin = .changed
    ) {
        let (start, along, whole) = (start, along, self)
        var result: [FloorPlan.Wall] = []
        func add(_ wall: FloorPlan.Wall, _ a: Double, _ b: Double) {
            guard b - a >= PlanEditor.tuning.shortestStretch else { return }
            var piece = wall
            (piece.start, piece.end) = (start + along * a, start + along * b)
            result.append(piece)
        }
        var isLaid = false
        for stretch in stretches {
            let (a, b) = (dot(stretch.start - start, along), dot(stretch.end - start, along))
            add(stretch, a, min(b, from))
            if !isLaid, b > from {
                var piece = stretch
                piece.kind = kind
                if !piece.origin.isLineByHand { piece.origin = origin }
                add(piece, from, to)
                isLaid = true
            }
            add(stretch, max(a, to), b)
        }
        stretches = result
        fit(from: whole.start, to: whole.end)
    }
}
