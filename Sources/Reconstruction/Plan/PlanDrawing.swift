import Geometry
import SceneGraph

/// A plan as lines and texts on paper, millimetres, y upwards, before any file format.
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
        /// Whether a person said where it is.
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

    private(set) var lines: [Line] = []
    private(set) var labels: [Label] = []
    private(set) var size: Vector2
    private let low: Vector2
    /// Millimetres of paper per metre: 20 is 1 : 50.
    let scale: Double

    private static let margin = 25.0

    /// The plan at 1 : 50, or smaller if it would not fit an A3 page.
    init(_ plan: FloorPlan) {
        var (low, high) = (plan.walls[0].start, plan.walls[0].start)
        for wall in plan.walls {
            for p in [wall.start, wall.end] { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
        }
        let span = high - low
        scale = [20.0, 10, 5, 2, 1].first { (span * $0).max() < 370 } ?? 1
        self.low = low
        size = span * scale + Vector2(repeating: 2 * Self.margin)
        for wall in plan.walls { addWall(wall) }
        for side in plan.sides { addDimension(side) }
        addSummary(plan)
        addNotes(plan)
    }

    private func paper(_ point: Vector2) -> Vector2 { (point - low) * scale + Vector2(repeating: Self.margin) }

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

    /// A line outside the room with its length; sides under 30 cm have none.
    private mutating func addDimension(_ side: FloorPlan.Side) {
        let length = side.length
        guard length > 0.3 else { return }
        let along = side.along
        // The room lies to the left of a side.
        let outward = Vector2(along.y, -along.x)
        let (a, b) = (paper(side.start) + outward * 7, paper(side.end) + outward * 7)
        lines.append(Line(start: a, end: b, style: .dimension))
        for tip in [a, b] {
            lines.append(Line(start: tip - outward * 1.5, end: tip + outward * 1.5, style: .dimension))
        }
        var text = PlainText()
        text.append(hundredths: length)
        if side.isLengthByHand {
            text.append(" m, by hand")
        } else {
            text.append(" m ± ")
            text.append(Int((side.lengthSigma * 100).rounded(.up)))
            text.append(" cm")
        }
        var angle = Double.arcTangent(y: along.y, x: along.x)
        if angle > .pi / 2 + 1e-6 { angle -= .pi }
        if angle < -.pi / 2 + 1e-6 { angle += .pi }
        labels.append(Label(middle: (a + b) / 2 + outward * 5, angle: angle, text: text, size: 3.5))
    }

    private mutating func addSummary(_ plan: FloorPlan) {
        var middle = Vector2.zero
        for wall in plan.walls { middle += wall.start / Double(plan.walls.count) }
        if !plan.name.isEmpty {
            var name = PlainText()
            name.append(bytes: plan.name)
            labels.append(Label(middle: paper(middle) + Vector2(0, 8), angle: 0, text: name, size: 5))
        }
        var text = PlainText()
        text.append(hundredths: plan.area)
        text.append(" m²")
        labels.append(Label(middle: paper(middle), angle: 0, text: text, size: 6))
        guard let height = plan.ceilingHeight else { return }
        var second = PlainText()
        second.append("h = ")
        second.append(hundredths: height)
        second.append(" m")
        labels.append(Label(middle: paper(middle) - Vector2(0, 7), angle: 0, text: second, size: 3.5))
    }

    /// What a person said, below the drawing.
    private mutating func addNotes(_ plan: FloorPlan) {
        var notes: [PlainText] = []
        if plan.isMovedByHand {
            var note = PlainText()
            note.append("Brown: moved by hand")
            notes.append(note)
        }
        if plan.knownSide != nil {
            var note = PlainText()
            note.append("Scaled by a known length")
            notes.append(note)
        }
        for (line, note) in notes.enumerated() {
            labels.append(Label(middle: Vector2(size.x / 2, 8 - 4 * Double(line)), angle: 0, text: note, size: 3))
        }
    }
}
