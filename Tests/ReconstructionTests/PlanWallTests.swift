import Geometry
import Testing

@testable import Reconstruction

/// Walls and openings that a person adds to a plan and removes from it.
@Suite struct PlanWallTests {
    private static func room(_ corners: [Vector2]) -> FloorPlan.Room {
        let walls = corners.indices.map {
            FloorPlan.Wall(start: corners[$0], end: corners[($0 + 1) % corners.count], kind: .wall, lengthSigma: 0.02)
        }
        return FloorPlan.Room(walls: walls, ceilingHeight: 2.5, area: LineArrangement.area(corners), areaSigma: 0.1)
    }

    private static func rectangle(_ low: Vector2, _ high: Vector2) -> FloorPlan.Room {
        room([low, Vector2(high.x, low.y), high, Vector2(low.x, high.y)])
    }

    /// 6 m × 3 m.
    private static let hall = FloorPlan(rooms: [rectangle(.zero, Vector2(6, 3))], floorHeight: -1.4, scaleSigma: 0.01)
    /// 4 m × 3 m and 2 m × 3 m with 12 cm of wall between them.
    private static let pair = FloorPlan(
        rooms: [rectangle(.zero, Vector2(4, 3)), rectangle(Vector2(4.12, 0), Vector2(6.12, 3))],
        floorHeight: -1.4,
        scaleSigma: 0.001
    )

    private static func edited(_ plan: FloorPlan, _ corrections: PlanEditor.Correction...) throws -> PlanEditor {
        var editor = PlanEditor(plan)
        for correction in corrections {
            let isApplied = editor.apply(correction)
            try #require(isApplied, "\(correction)")
            check(editor.plan)
        }
        return editor
    }

    /// Every outline is closed, runs counterclockwise and has its own area.
    private static func check(_ plan: FloorPlan) {
        for room in plan.rooms {
            for (i, wall) in room.walls.enumerated() {
                #expect((wall.end - room.walls[(i + 1) % room.walls.count].start).length < 1e-9)
            }
            #expect(abs(room.area - LineArrangement.area(room.corners)) < 1e-9 && room.area > 0)
        }
    }

    @Test func `A wall across a room divides it: two rooms, told as drawn by hand, and undone`() throws {
        // Neither quite across nor quite at the walls: it snaps.
        var editor = try Self.edited(Self.hall, .addWall(from: Vector2(4.03, 0.12), to: Vector2(3.9, 2.85)))
        let plan = editor.plan
        #expect(plan.rooms.count == 2 && plan.partitions.isEmpty)
        #expect(abs(plan.area - 18) < 1e-9 && abs(plan.rooms[0].area - 3 * 4.03) < 0.1)
        #expect(plan.rooms[0].area > plan.rooms[1].area && plan.rooms.allSatisfy { $0.isAreaByHand })
        let drawn = plan.sides.filter { $0.isDrawn }
        #expect(drawn.count == 2 && drawn.allSatisfy { $0.isLengthByHand && abs($0.length - 3) < 1e-9 })
        #expect(plan.isChangedByHand && plan.rooms.allSatisfy { $0.ceilingHeight == 2.5 })
        let svg = String(decoding: plan.svgFile(), as: UTF8.self)
        #expect(svg.contains("class=\"wall hand\"") && svg.contains("Brown: by hand") && svg.contains(">Room 2<"))
        #expect(String(decoding: plan.dxfFile(), as: UTF8.self).contains("\nWALLS_ADDED_BY_HAND\n"))
        let isUndone = editor.undo()
        #expect(isUndone && editor.plan == PlanEditor(Self.hall).plan)
    }

    @Test func `A wall that ends in the room divides nothing until another one meets it`() throws {
        var editor = try Self.edited(Self.hall, .addWall(from: Vector2(2, 0), to: Vector2(2, 1.5)))
        #expect(editor.plan.rooms.count == 1 && editor.plan.partitions.count == 1)
        #expect(editor.plan.rooms[0] == PlanEditor(Self.hall).plan.rooms[0])
        let isApplied = editor.apply(.addWall(from: Vector2(0, 1.5), to: Vector2(2.1, 1.55)))
        #expect(isApplied && editor.plan.rooms.count == 2 && editor.plan.partitions.isEmpty)
        Self.check(editor.plan)
        #expect(abs(editor.plan.rooms[1].area - 3) < 0.02 && editor.plan.rooms[0].sides.count == 6)
    }

    @Test func `What of a wall stands beyond a crossing stays, and can be removed`() throws {
        var editor = try Self.edited(
            Self.hall,
            .addWall(from: Vector2(2, 0), to: Vector2(2, 2)),
            .addWall(from: Vector2(0, 1), to: Vector2(3, 1))
        )
        // The lower left corner is a room; the walls go on beyond the crossing.
        #expect(editor.plan.rooms.count == 2 && editor.plan.partitions.count == 2)
        #expect(abs(editor.plan.rooms[1].area - 2) < 1e-6)
        let isRemoved = editor.apply(.removePartition(1))
        #expect(isRemoved && editor.plan.partitions.count == 1)
        let again = editor.apply(.removePartition(1))
        #expect(!again)
    }

    @Test func `Walls outside the rooms, without length, or there already are refused`() throws {
        var editor = try Self.edited(Self.hall, .addWall(from: Vector2(2, 0), to: Vector2(2, 1.5)))
        for (from, to) in [
            (Vector2(2, 0), Vector2(2, 1.5)), (Vector2(8, 1), Vector2(9, 1)), (Vector2(3, 1), Vector2(3, 1)),
            (Vector2(.nan, 1), Vector2(3, 1)), (Vector2(0, 0), Vector2(6, 0)),
        ] {
            let isApplied = editor.apply(.addWall(from: from, to: to))
            #expect(!isApplied, "\(from) \(to)")
        }
        #expect(editor.corrections.count == 1)
    }

    @Test func `Without the wall between them two rooms become one, with the wall's thickness`() throws {
        let number = try #require(Self.pair.sides.firstIndex { $0.room == 0 && $0.outward.x > 0.9 })
        let editor = try Self.edited(
            Self.pair,
            .name(room: 1, Array("Bad".utf8)),
            .removeSide(number)
        )
        let plan = editor.plan
        #expect(plan.rooms.count == 1 && abs(plan.area - 6.12 * 3) < 1e-9 && plan.rooms[0].sides.count == 4)
        #expect(plan.rooms[0].name == Array("Bad".utf8) && !plan.isAreaByHand && plan.isChangedByHand)
        // The errors of both, and that of the scale in common.
        let own = [12.0, 6].map { FloorPlan.withoutScale(0.1, 2 * $0 * 0.001) }
        let common = 2 * plan.area * 0.001
        let sigma = (own[0] * own[0] + own[1] * own[1] + common * common).squareRoot()
        #expect(abs(plan.areaSigma - sigma) < 1e-12)
    }

    @Test func `A wall that was drawn and removed leaves the room as it was`() throws {
        let divided = try Self.edited(Self.hall, .addWall(from: Vector2(4, 0), to: Vector2(4, 3))).plan
        let number = try #require(divided.sides.firstIndex { $0.isDrawn })
        let editor = try Self.edited(
            Self.hall,
            .addWall(from: Vector2(4, 0), to: Vector2(4, 3)),
            .removeSide(number)
        )
        #expect(editor.plan.rooms.count == 1 && editor.plan.rooms[0].sides.count == 4)
        #expect(abs(editor.plan.area - 18) < 1e-9 && !editor.plan.isChangedByHand)
    }

    @Test func `Without an outer wall the room is open there`() throws {
        let editor = try Self.edited(Self.hall, .removeSide(0))
        #expect(editor.plan.sides[0].stretches.map { $0.kind } == [.opening] && editor.plan.passages.count == 1)
        var again = editor
        let isApplied = again.apply(.removeSide(0))
        #expect(!isApplied)
    }

    @Test func `An opening is put into both faces of a wall, moves with both, and is closed in both`() throws {
        let number = try #require(Self.pair.sides.firstIndex { $0.room == 0 && $0.outward.x > 0.9 })
        var editor = try Self.edited(Self.pair, .addOpening(side: number, middle: 0.2, width: 0.9))
        let door = try #require(editor.plan.passages.first)
        // It stops at the corner.
        #expect(editor.plan.passages.count == 1 && door.rooms.1 == 1 && abs(door.width - 0.9) < 1e-9)
        #expect(abs(door.opening.start.y) < 1e-9 && door.opening.origin == .changed)
        let stretch = try #require(editor.plan.walls.firstIndex(of: door.opening))
        let isMoved = editor.apply(.moveOpening(stretch, metres: 1))
        let moved = try #require(editor.plan.passages.first)
        #expect(
            isMoved && abs(moved.opening.start.y - 1) < 1e-9 && moved.opposite.map { abs($0.end.y - 1) < 1e-9 } == true
        )
        let place = try #require(editor.plan.walls.firstIndex(of: moved.opening))
        let isClosed = editor.apply(.removeOpening(place))
        #expect(isClosed && editor.plan.passages.isEmpty && editor.plan.walls.allSatisfy { $0.kind == .wall })
        for (side, middle, width) in [(number, 1.0, 0.1), (number, 1.0, 3.5), (99, 1.0, 0.9), (number, .nan, 0.9)] {
            let isApplied = editor.apply(.addOpening(side: side, middle: middle, width: width))
            #expect(!isApplied)
        }
        let isOpening = editor.apply(.removeOpening(0))
        #expect(!isOpening)
    }

    @Test func `A wall between two rooms moves with both faces and what ends at it, but not through another wall`()
        throws
    {
        let number = try #require(Self.pair.sides.firstIndex { $0.room == 0 && $0.outward.x > 0.9 })
        var editor = try Self.edited(
            Self.pair,
            .addWall(from: Vector2(4, 1.5), to: Vector2(2.5, 1.5)),
            .moveSide(number, metres: 0.5)
        )
        #expect(abs(editor.plan.rooms[0].area - 13.5) < 1e-9 && abs(editor.plan.rooms[1].area - 4.5) < 1e-9)
        let ends = [editor.plan.partitions[0].start.x, editor.plan.partitions[0].end.x].sorted()
        #expect(abs(ends[0] - 2.5) < 1e-9 && abs(ends[1] - 4.5) < 1e-9)
        let isThrough = editor.apply(.moveSide(number, metres: 1.6))
        #expect(!isThrough)
    }

    @Test func `A known length keeps its wall when rooms come and go before it`() throws {
        let last = Self.pair.sides.count - 1
        let editor = try Self.edited(
            Self.pair,
            .knownLength(last, metres: 3.3),
            .addWall(from: Vector2(2.2, 0), to: Vector2(2.2, 3.3))
        )
        let known = try #require(editor.plan.knownSide)
        #expect(abs(editor.plan.sides[known].length - 3.3) < 1e-9 && editor.plan.sides[known].room == 1)
        #expect(editor.plan.rooms.count == 3 && editor.plan.isScaled)
    }
}
