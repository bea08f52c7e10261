import Geometry
import SceneGraph

/// A plan as areas, lines and texts on paper, millimetres, y upwards, before any file format.
///
/// The longest wall lies level.
struct PlanDrawing {
    enum Style {
        case wall
        case opening
        case unseen
        case dimension

        /// The style of what stands somewhere.
        init(_ kind: FloorPlan.Wall.Kind) {
            switch kind {
            case .wall: self = .wall
            case .opening: self = .opening
            case .unseen: self = .unseen
            }
        }
    }

    struct Line {
        var start: Vector2
        var end: Vector2
        var style: Style
        /// Whether a person said where or what it is.
        var isByHand = false
    }

    struct Label {
        var middle: Vector2
        /// Radians, counterclockwise.
        var angle: Double
        var text: PlainText
        /// The height of the letters, mm.
        var size: Double
    }

    /// The bodies of the walls between rooms: polygons.
    private(set) var areas: [[Vector2]] = []
    private(set) var lines: [Line] = []
    private(set) var labels: [Label] = []
    private(set) var size: Vector2 = .zero
    private let low: Vector2
    /// Cosine and sine of the turn after which the longest wall lies level.
    private let turn: Vector2
    /// Millimetres of paper per metre: 20 is 1 : 50.
    let scale: Double
    /// How thick the walls' lines are, mm; thinner where two faces of one wall stand beside each other.
    let wallWidth: Double

    private static let margin = 25.0

    /// The plan at 1 : 50, or smaller if it would not fit an A3 page.
    init(_ plan: FloorPlan) {
        turn = Self.levelTurn(plan.sides)
        let points = (plan.walls + plan.partitions).flatMap { [$0.start, $0.end] }
        var (low, high) = (Vector2(repeating: .infinity), Vector2(repeating: -.infinity))
        for point in points.map({ [turn] in Self.turned($0, turn) }) {
            (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
        }
        let span = high - low
        scale = [20.0, 10, 5, 2, 1].first { (span * $0).max() < 370 } ?? 1
        wallWidth = plan.rooms.count == 1 ? 1.6 : 0.8
        self.low = low
        size = span * scale + Vector2(repeating: 2 * Self.margin)
        areas = plan.wallBodies.map { $0.map { paper($0) } }
        for wall in plan.walls + plan.partitions { addWall(wall) }
        for passage in plan.passages { addJambs(passage) }
        let labels = plan.rooms.map { paper($0.labelPlace) }
        for side in plan.sides { addDimension(side, isAlone: plan.rooms.count == 1, nameAt: labels[side.room]) }
        for number in plan.rooms.indices { addSummary(plan, number) }
        addNotes(plan)
    }

    private static func levelTurn(_ sides: [FloorPlan.Side]) -> Vector2 {
        let along = (sides.max { $0.length < $1.length } ?? sides[0]).along
        return along.x < 0 ? -along : along
    }

    private static func turned(_ point: Vector2, _ turn: Vector2) -> Vector2 {
        Vector2(dot(turn, point), cross(turn, point))
    }

    private func paper(_ point: Vector2) -> Vector2 {
        (Self.turned(point, turn) - low) * scale + Vector2(repeating: Self.margin)
    }

    private mutating func addWall(_ wall: FloorPlan.Wall) {
        lines.append(
            Line(
                start: paper(wall.start),
                end: paper(wall.end),
                style: Style(wall.kind),
                isByHand: wall.origin != .scanned
            )
        )
    }

    /// The ends of the walls beside a passage.
    private mutating func addJambs(_ passage: FloorPlan.Passage) {
        guard let opposite = passage.opposite else { return }
        for (a, b) in [(passage.opening.start, opposite.end), (passage.opening.end, opposite.start)] {
            lines.append(
                Line(start: paper(a), end: paper(b), style: .wall, isByHand: passage.opening.origin != .scanned)
            )
        }
    }

    /// A line outside the only room with its length, or the length alone within one of several; sides under 30 cm have none.
    private mutating func addDimension(_ side: FloorPlan.Side, isAlone: Bool, nameAt name: Vector2) {
        let length = side.length
        guard length > 0.3 else { return }
        let (start, end) = (paper(side.start), paper(side.end))
        let along = (end - start).normalized
        // The room lies to the left of a side.
        let outward = Vector2(along.y, -along.x)
        var text = PlainText()
        text.append(hundredths: length)
        text.append(" m")
        let room = (end - start).length
        if isAlone || room > 22 {
            if side.isLengthByHand {
                text.append(", by hand")
            } else {
                text.append(" ± ")
                text.append(Int((side.lengthSigma * 100).rounded(.up)))
                text.append(" cm")
            }
        } else if room < 9 {
            return
        }
        var angle = Double.arcTangent(y: along.y, x: along.x)
        if angle > .pi / 2 + 1e-6 { angle -= .pi }
        if angle < -.pi / 2 + 1e-6 { angle += .pi }
        guard isAlone else {
            // In a narrow room the middle is the name's.
            let isNarrow = dot(start - name, outward) < 16 && room > 50
            let middle = start + (end - start) * (isNarrow ? 0.25 : 0.5)
            labels.append(Label(middle: middle - outward * 2.4, angle: angle, text: text, size: 2.4))
            return
        }
        let (a, b) = (start + outward * 7, end + outward * 7)
        lines.append(Line(start: a, end: b, style: .dimension))
        for tip in [a, b] {
            lines.append(Line(start: tip - outward * 1.5, end: tip + outward * 1.5, style: .dimension))
        }
        labels.append(Label(middle: (a + b) / 2 + outward * 5, angle: angle, text: text, size: 3.5))
    }

    private mutating func addSummary(_ plan: FloorPlan, _ number: Int) {
        let room = plan.rooms[number]
        let isAlone = plan.rooms.count == 1
        let middle = paper(room.labelPlace)
        let sizes = isAlone ? (name: 5.0, area: 6.0, height: 3.5) : (name: 3.6, area: 3.2, height: 2.6)
        if !room.name.isEmpty || !isAlone {
            var name = PlainText()
            if room.name.isEmpty {
                name.append("Room ")
                name.append(number + 1)
            } else {
                name.append(bytes: room.name)
            }
            labels.append(Label(middle: middle + Vector2(0, isAlone ? 8 : 4.6), angle: 0, text: name, size: sizes.name))
        }
        var text = PlainText()
        text.append(hundredths: room.area)
        text.append(" m²")
        labels.append(Label(middle: middle, angle: 0, text: text, size: sizes.area))
        guard let height = room.ceilingHeight else { return }
        var second = PlainText()
        second.append("h = ")
        second.append(hundredths: height)
        second.append(" m")
        let below = middle - Vector2(0, isAlone ? 7 : 4)
        labels.append(Label(middle: below, angle: 0, text: second, size: sizes.height))
    }

    /// What a person said, below the drawing.
    private mutating func addNotes(_ plan: FloorPlan) {
        var notes: [PlainText] = []
        if plan.isChangedByHand {
            var note = PlainText()
            note.append("Brown: by hand")
            notes.append(note)
        }
        if plan.isScaled {
            var note = PlainText()
            note.append("Scaled by a known length")
            notes.append(note)
        }
        for (line, note) in notes.enumerated() {
            labels.append(Label(middle: Vector2(size.x / 2, 8 - 4 * Double(line)), angle: 0, text: note, size: 3))
        }
    }
}

extension FloorPlan {
    /// The bodies of the walls between two rooms, each a polygon; where several meet, also the corner between them.
    package var wallBodies: [[Vector2]] {
        let all = rooms.enumerated().flatMap { room, each in each.walls.map { (room: room, wall: $0) } }
        var bodies: [[Vector2]] = []
        for (i, a) in all.enumerated() where a.wall.kind != .opening {
            for b in all[(i + 1)...] where b.wall.kind != .opening {
                guard let part = WallBody.overlap(a.wall, b.wall) else { continue }
                let along = (a.wall.end - a.wall.start).normalized
                let outward = Vector2(along.y, -along.x)
                let thickness = dot((b.wall.start + b.wall.end) / 2 - a.wall.start, outward)
                guard thickness > PlanEditor.tuning.shortestStretch else { continue }
                var (from, to) = (part.from, part.to)
                func isJunction(_ place: Double) -> Bool {
                    let point = a.wall.start + along * place + outward * (thickness / 2)
                    return !rooms.contains { $0.contains(point) }
                        && rooms.enumerated().contains { number, room in
                            number != a.room && number != b.room && room.distance(to: point) < 1.2 * thickness
                        }
                }
                if isJunction(from - thickness / 2) { from -= thickness }
                if isJunction(to + thickness / 2) { to += thickness }
                let (start, end) = (a.wall.start + along * from, a.wall.start + along * to)
                bodies.append([start, end, end + outward * thickness, start + outward * thickness])
            }
        }
        return bodies
    }

    /// Whether a person knows the length of one of the walls.
    package var isScaled: Bool { knownSide != nil || scale != 1 }
}
