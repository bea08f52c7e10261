import Geometry

extension FloorPlan {
    /// The plan in which what looks like an opening between two rooms is one only if the mesh says so.
    ///
    /// An opening begins and ends where its wall does, and its two ends, which the two rooms state each by itself, become the
    /// same.
    func withOpenings(by survey: OpeningSurvey) -> FloorPlan {
        var sides = sidesOfRooms
        for room in sides.indices {
            let others = rooms.enumerated().filter { $0.offset != room }.flatMap { $0.element.walls }
            for side in sides[room].indices {
                for opening in sides[room][side].stretches where opening.kind == .opening {
                    let edges = survey.edges(of: opening)
                    let isBetweenRooms = others.contains { WallBody.overlap(opening, $0) != nil }
                    if survey.isWide(edges), !isBetweenRooms || survey.isPassage(opening) {
                        sides[room][side].resize(opening, from: edges.from, to: edges.to)
                    } else {
                        sides[room][side].replace(opening, by: .unseen)
                    }
                }
            }
        }
        let plan = with(sides)
        for passage in plan.passages {
            guard let opposite = passage.opposite else { continue }
            let (opening, width) = (passage.opening, passage.width)
            let along = (opening.end - opening.start) / width
            let ends = (dot(opposite.end - opening.start, along), dot(opposite.start - opening.start, along))
            let (from, to) = (ends.0 / 2, (width + ends.1) / 2)
            for room in sides.indices {
                for side in sides[room].indices {
                    sides[room][side].resize(opening, from: from, to: to)
                    sides[room][side].resize(opposite, from: ends.1 - to, to: ends.1 - from)
                }
            }
        }
        return with(sides)
    }
}

extension FloorPlan.Side {
    fileprivate mutating func replace(_ stretch: FloorPlan.Wall, by kind: FloorPlan.Wall.Kind) {
        guard let place = stretches.firstIndex(of: stretch) else { return }
        stretches[place].kind = kind
    }

    /// Lets an opening of the side begin and end elsewhere, metres from where it begins now; the wall goes on beside it.
    fileprivate mutating func resize(_ opening: FloorPlan.Wall, from: Double, to: Double) {
        guard stretches.contains(opening), to - from >= PlanEditor.tuning.narrowestOpening else { return }
        let start = dot(opening.start - self.start, along)
        lay(.wall, from: start, to: start + opening.length, origin: .scanned)
        lay(.opening, from: max(0, start + from), to: min(length, start + to), origin: .scanned)
        var joined: [FloorPlan.Wall] = []
        for stretch in stretches {
            if let last = joined.last, last.kind == stretch.kind, last.origin == stretch.origin {
                joined[joined.count - 1].end = stretch.end
            } else {
                joined.append(stretch)
            }
        }
        stretches = joined
    }
}
