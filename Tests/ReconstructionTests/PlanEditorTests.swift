import Geometry
import Testing

@testable import Reconstruction

extension PlanEditor {
    /// Corrects the plan, which must be possible.
    fileprivate mutating func expect(
        _ correction: Correction,
        replacesLast: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isApplied = apply(correction, replacesLast: replacesLast)
        #expect(isApplied, sourceLocation: sourceLocation)
    }

    /// Tries to correct the plan, which must not be possible.
    fileprivate mutating func expectRefusal(
        _ correction: Correction,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isApplied = apply(correction)
        #expect(!isApplied, "\(correction)", sourceLocation: sourceLocation)
    }
}

@Suite struct PlanEditorTests {
    /// 4 m × 3 m; the first side has a door from 1 to 2 m, and one centimetre of its deviation is the scale's.
    private static let room = plan(
        [Vector2(0, 0), Vector2(1, 0), Vector2(2, 0), Vector2(4, 0), Vector2(4, 3), Vector2(0, 3)],
        kinds: [.wall, .opening, .wall, .wall, .wall, .wall]
    )
    /// The same with a closet in the corner at the upper right.
    private static let closet = plan(
        [Vector2(0, 0), Vector2(4, 0), Vector2(4, 2), Vector2(3, 2), Vector2(3, 3), Vector2(0, 3)],
        kinds: Array(repeating: .wall, count: 6)
    )

    private static func plan(_ corners: [Vector2], kinds: [FloorPlan.Wall.Kind]) -> FloorPlan {
        let scaleSigma = 0.01
        let ends = corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
        let area = LineArrangement.area(corners)
        let deviation = (0.1 * 0.1 + 4 * area * area * scaleSigma * scaleSigma).squareRoot()
        let walls = zip(ends, kinds).map { FloorPlan.Wall(start: $0.0, end: $0.1, kind: $1, lengthSigma: 0) }
        var room = FloorPlan.Room(walls: walls, ceilingHeight: 2.5, area: area, areaSigma: deviation)
        room.walls = room.sides.flatMap { side in
            side.stretches.map { stretch in
                var stretch = stretch
                let scale = side.length * scaleSigma
                stretch.lengthSigma = (0.02 * 0.02 + scale * scale).squareRoot()
                return stretch
            }
        }
        return FloorPlan(rooms: [room], floorHeight: -1.4, scaleSigma: scaleSigma)
    }

    /// The corners and the sides meet, and the area is the corners'.
    private static func checkClosed(_ plan: FloorPlan) {
        for (i, wall) in plan.walls.enumerated() {
            #expect((wall.end - plan.walls[(i + 1) % plan.walls.count].start).length < 1e-9)
        }
        #expect(abs(plan.area - LineArrangement.area(plan.sides.map { $0.start })) < 1e-9)
    }

    @Test func `A moved wall stays parallel, its neighbours follow, and it is told as moved by hand`() throws {
        var editor = PlanEditor(Self.room)
        editor.expect(.moveSide(1, metres: 0.25))
        let sides = editor.plan.sides
        #expect((sides[1].start - Vector2(4.25, 0)).length < 1e-12 && (sides[1].end - Vector2(4.25, 3)).length < 1e-12)
        #expect(abs(sides[0].length - 4.25) < 1e-12 && abs(sides[2].length - 4.25) < 1e-12)
        #expect(sides.map { $0.isMoved } == [false, true, false, false])
        #expect(sides.map { $0.isLengthByHand } == [true, false, true, false])
        #expect(editor.plan.isAreaByHand && abs(editor.plan.area - 12.75) < 1e-9)
        // The door stays where it was.
        let door = try #require(editor.plan.walls.first { $0.kind == .opening })
        #expect(door.start == Vector2(1, 0) && door.end == Vector2(2, 0) && door.origin == .scanned)
        Self.checkClosed(editor.plan)
        let undone = [editor.undo(), editor.undo()]
        #expect(undone == [true, false] && editor.plan == Self.room)
    }

    @Test func `A wall with a door takes it along, and a wall beside one may cover it`() throws {
        var editor = PlanEditor(Self.room)
        editor.expect(.moveSide(0, metres: -0.5))
        let door = try #require(editor.plan.walls.first { $0.kind == .opening })
        #expect(door.start == Vector2(1, 0.5) && door.end == Vector2(2, 0.5) && door.origin == .movedWithWall)
        // The wall at x = 0 moves in past the door.
        editor.expect(.moveSide(3, metres: -2.5))
        #expect(editor.plan.sides[0].stretches.map { $0.kind } == [.wall])
        #expect(editor.plan.sides[0].start == Vector2(2.5, 0.5))
        Self.checkClosed(editor.plan)
    }

    @Test func `Walls that would cross, vanish or are not there do not move`() {
        var editor = PlanEditor(Self.closet)
        let before = editor.plan
        for (side, metres) in [(0, -2.0), (0, -1.97), (1, -1.0), (3, -3.0), (9, 0.1), (-1, 0.1), (0, Double.nan)] {
            editor.expectRefusal(.moveSide(side, metres: metres))
        }
        #expect(editor.plan == before && editor.corrections.isEmpty)
        editor.expect(.moveSide(0, metres: -1.9))
        // The closet's side at x = 3 cannot pass the wall at x = 0, nor the one at x = 4.
        editor.expectRefusal(.moveSide(3, metres: 1))
        editor.expectRefusal(.moveSide(3, metres: -3))
        editor.expect(.moveSide(3, metres: 0.5))
        Self.checkClosed(editor.plan)
        // A pillar between two bays, which may not reach the wall across.
        let bays = [
            Vector2(0, 0), Vector2(5, 0), Vector2(5, 3), Vector2(3, 3), Vector2(3, 1), Vector2(2, 1), Vector2(2, 3),
            Vector2(0, 3),
        ]
        editor = PlanEditor(Self.plan(bays, kinds: Array(repeating: .wall, count: 8)))
        editor.expectRefusal(.moveSide(4, metres: -1.5))
        editor.expect(.moveSide(4, metres: -0.9))
    }

    @Test func `A slanting wall keeps its direction, and one whose neighbours lie along it does not move`() {
        let slanted = Self.plan(
            [Vector2(0, 0), Vector2(4, 0), Vector2(5, 3), Vector2(0, 3)],
            kinds: Array(repeating: .wall, count: 4)
        )
        var editor = PlanEditor(slanted)
        let along = slanted.sides[1].along
        editor.expect(.moveSide(1, metres: 0.3))
        #expect((editor.plan.sides[1].along - along).length < 1e-12)
        #expect(abs(cross(along, editor.plan.sides[1].start - slanted.sides[1].start) + 0.3) < 1e-12)
        #expect(editor.plan.sides[0].along == Vector2(1, 0) && editor.plan.sides[2].end == Vector2(0, 3))
    }

    @Test func `An opening moves along its wall as far as the corners, and a wall grows behind it`() throws {
        var editor = PlanEditor(Self.room)
        editor.expect(.moveOpening(1, metres: 0.3))
        let door = try #require(editor.plan.walls.first { $0.kind == .opening })
        #expect((door.start - Vector2(1.3, 0)).length < 1e-12 && door.origin == .movedAlong)
        #expect(!editor.plan.isAreaByHand && editor.plan.isChangedByHand)
        // In place of that: to the corner, and no farther.
        editor.expect(.moveOpening(1, metres: 9), replacesLast: true)
        #expect(editor.plan.sides[0].stretches.map { $0.kind } == [.wall, .opening])
        #expect((editor.plan.sides[0].stretches[1].end - Vector2(4, 0)).length < 1e-12)
        // Back again: a wall stands at the corner.
        editor.expect(.moveOpening(1, metres: -1))
        #expect(editor.plan.sides[0].stretches.map { $0.kind } == [.wall, .opening, .wall])
        #expect(editor.corrections.count == 2)
        Self.checkClosed(editor.plan)
        for number in [0, -1, 99] { editor.expectRefusal(.moveOpening(number, metres: 0.1)) }
    }

    @Test func `A known length scales everything, and the scale is then as well known as that length`() {
        var editor = PlanEditor(Self.room)
        editor.expect(.knownLength(0, metres: 4.4))
        let plan = editor.plan
        #expect(abs(plan.scale - 1.1) < 1e-12 && plan.knownSide == 0)
        #expect(abs(plan.sides[1].length - 3.3) < 1e-9 && abs(plan.area - 12 * 1.21) < 1e-9)
        #expect(abs(plan.floorHeight + 1.54) < 1e-12 && abs((plan.ceilingHeight ?? 0) - 2.75) < 1e-12)
        #expect(plan.sides[0].lengthSigma == 0.002)
        // The side's own 2 cm of 4 m and the tape's 2 mm of 4.4 m, in place of 1 % of the scale.
        let scale = (0.005 * 0.005 + (0.002 / 4.4) * (0.002 / 4.4)).squareRoot()
        #expect(abs(plan.scaleSigma - scale) < 1e-12)
        #expect(abs(plan.sides[1].lengthSigma - (0.022 * 0.022 + 3.3 * scale * 3.3 * scale).squareRoot()) < 1e-12)
        #expect(plan.areaSigma < Self.room.areaSigma * 1.21)
        // Another known length takes the place of the first.
        editor.expect(.knownLength(1, metres: 3))
        #expect(abs(editor.plan.sides[0].length - 4) < 1e-9 && abs(editor.plan.scale - 1) < 1e-12)
        #expect(editor.plan.knownSide == 1)
        for metres in [8.0, 1.9, 0, -4, .infinity] { editor.expectRefusal(.knownLength(0, metres: metres)) }
        editor.expectRefusal(.knownLength(4, metres: 3))
    }

    @Test func `A name of letters is taken, one with line ends or of many letters is not`() {
        var editor = PlanEditor(Self.room)
        editor.expect(.name(room: 0, Array("Küche & <Bad>".utf8)))
        editor.expectRefusal(.name(room: 0, [72, 10]))
        editor.expectRefusal(.name(room: 0, Array(repeating: 72, count: 121)))
        editor.expectRefusal(.name(room: 1, [72]))
        let svg = String(decoding: editor.plan.svgFile(), as: UTF8.self)
        #expect(svg.contains(">Küche &amp; &lt;Bad></text>"))
    }

    @Test func `Files state what was moved by hand and what was scaled`() {
        var editor = PlanEditor(Self.room)
        let scanned = String(decoding: editor.plan.svgFile(), as: UTF8.self)
        #expect(!scanned.contains("hand\"") && !scanned.contains("by hand") && !scanned.contains("Scaled"))
        editor.expect(.moveSide(1, metres: 0.25))
        editor.expect(.moveOpening(1, metres: 0.1))
        editor.expect(.knownLength(1, metres: 3.3))
        let svg = String(decoding: editor.plan.svgFile(), as: UTF8.self)
        #expect(svg.contains("class=\"wall hand\"") && svg.contains("class=\"opening hand\""))
        #expect(svg.contains(" m, by hand</text>") && svg.contains("± 1 cm</text>"))
        #expect(svg.contains("Brown: by hand") && svg.contains("Scaled by a known length"))
        let dxf = String(decoding: editor.plan.dxfFile(), as: UTF8.self)
        #expect(dxf.contains("\nWALLS_MOVED_BY_HAND\n") && dxf.contains("\nOPENINGS_MOVED_BY_HAND\n"))
        let pdf = editor.plan.file(as: .pdf)
        #expect(String(pdf.map { Character(UnicodeScalar($0)) }).contains("(Brown: by hand) Tj"))
    }
}
