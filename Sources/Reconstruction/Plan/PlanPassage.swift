import Geometry

extension FloorPlan {
    /// An opening between two rooms, or out of what was scanned: a door, a passage.
    package struct Passage: Equatable, Sendable {
        /// The numbers of the rooms; the second is nil if nothing was scanned behind it.
        package var rooms: (Int, Int?)
        /// Its stretch in the first room.
        package var opening: Wall
        /// Its stretch in the second room.
        package var opposite: Wall?
        /// Its width, metres.
        package var width: Double { opening.length }

        package static func == (a: Passage, b: Passage) -> Bool {
            a.rooms == b.rooms && a.opening == b.opening && a.opposite == b.opposite
        }
    }

    /// The openings, each once.
    package var passages: [Passage] {
        let openings = rooms.enumerated().flatMap { number, room in
            room.walls.filter { $0.kind == .opening }.map { (room: number, wall: $0) }
        }
        var isTaken = [Bool](repeating: false, count: openings.count)
        var result: [Passage] = []
        for i in openings.indices where !isTaken[i] {
            var best: (index: Int, length: Double)?
            for j in openings.indices where j > i && !isTaken[j] && openings[j].room != openings[i].room {
                guard let overlap = WallBody.overlap(openings[i].wall, openings[j].wall) else { continue }
                let length = overlap.to - overlap.from
                let least = min(openings[i].wall.length, openings[j].wall.length) / 2
                if length > max(least, best?.length ?? 0) { best = (j, length) }
            }
            if let best { isTaken[best.index] = true }
            result.append(
                Passage(
                    rooms: (openings[i].room, best.map { openings[$0.index].room }),
                    opening: openings[i].wall,
                    opposite: best.map { openings[$0.index].wall }
                )
            )
        }
        return result
    }
}

/// What stands between two rooms: two faces that look away from each other.
enum WallBody {
    /// When two faces are those of one wall.
    struct Tuning {
        /// The thickest wall.
        ///
        /// Unit: metres. Range: 0.4…0.7. Origin: by hand: a load-bearing wall of stone.
        var thickest = 0.6
        /// Distance by which the two faces of one wall may overlap.
        ///
        /// Unit: metres. Range: 0.03…0.1. Origin: by hand: the error of their offsets.
        var slack = 0.05
        /// Faces that lie opposite each other over less than this belong to different walls.
        ///
        /// Unit: metres. Range: 0.05…0.2. Origin: by hand: the column of a wall's search.
        var leastOverlap = 0.1
    }

    static let tuning = Tuning()

    /// The part of a stretch of an outline, metres from its start, that lies back to back with another one; nil without any.
    static func overlap(_ a: FloorPlan.Wall, _ b: FloorPlan.Wall) -> (from: Double, to: Double)? {
        overlap((a.start, a.end), (b.start, b.end))
    }

    /// The same of two lines that have their rooms on their left.
    static func overlap(
        _ a: (start: Vector2, end: Vector2),
        _ b: (start: Vector2, end: Vector2)
    ) -> (from: Double, to: Double)? {
        let (along, length) = ((a.end - a.start).normalized, (a.end - a.start).length)
        guard dot(along, (b.end - b.start).normalized) < -0.98 else { return nil }
        let outward = Vector2(along.y, -along.x)
        let distance = dot((b.start + b.end) / 2 - a.start, outward)
        guard distance > -tuning.slack, distance < tuning.thickest else { return nil }
        let from = max(0, dot(b.end - a.start, along))
        let to = min(length, dot(b.start - a.start, along))
        return to - from >= min(tuning.leastOverlap, length / 2) ? (from, to) : nil
    }
}
