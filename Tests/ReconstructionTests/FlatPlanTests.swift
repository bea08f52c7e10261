import Depth
import Geometry
import Testing

@testable import Reconstruction

/// Plans of several rooms from exact poses and depths with noise.
@Suite struct FlatPlanTests {
    private static let plan: Result<FloorPlan, FloorPlanError> = {
        var configuration = VolumeConfiguration()
        configuration.voxelSize = 0.03
        let walk = Flat.walk(seed: 1)
        let mesh = VoxelVolumeTests.filled(walk, configuration).surface().withoutSmallPieces(minimumTriangles: 50)
        let builder = FloorPlanBuilder(mesh: mesh, viewpoints: walk.map(\.worldFromOptical.translation))
        return Result { () throws(FloorPlanError) in try builder.plan() }
    }()

    @Test func `A walk through five rooms gives five rooms with areas within 1.5 % and walls within 1 % + 1 cm`() throws
    {
        let plan = try Self.plan.get()
        #expect(plan.rooms.count == Flat.rooms.count)
        // In the order of the walk, which is that of the truth.
        for (room, truth) in zip(plan.rooms, Flat.rooms) {
            let size = truth.high - truth.low
            #expect(abs(room.area / (size.x * size.y) - 1) < 0.015)
            #expect(room.contains((truth.low + truth.high) / 2))
            let lengths = room.sides.map { $0.length }.sorted()
            #expect(lengths.count == 4)
            for (length, exact) in zip(lengths, [size.x, size.x, size.y, size.y].sorted()) {
                #expect(abs(length - exact) < 0.01 * exact + 0.01)
            }
            #expect(room.ceilingHeight.map { abs($0 - Flat.height) < 0.03 } == true)
        }
        let truth = Flat.rooms.reduce(0.0) { $0 + ($1.high - $1.low).x * ($1.high - $1.low).y }
        #expect(abs(plan.area / truth - 1) < 0.01)
    }

    @Test func `Each door is found once, between its rooms, with its width within 12 cm`() throws {
        let passages = try Self.plan.get().passages
        #expect(passages.count == Flat.doors.count)
        for door in Flat.doors {
            let found = try #require(passages.first { [$0.rooms.0, $0.rooms.1 ?? -1].allSatisfy(door.rooms.contains) })
            #expect(abs(found.width - door.width) < 0.12, "\(door.rooms): \(found.width)")
            let opposite = try #require(found.opposite)
            #expect(abs(opposite.length - found.width) < 0.03)
        }
    }

    @Test func `Files show each room with its name or number, the walls' bodies between them, and the doors`() throws {
        var editor = PlanEditor(try Self.plan.get())
        let isNamed = editor.apply(.name(room: 2, Array("Küche".utf8)))
        #expect(isNamed)
        let svg = String(decoding: editor.plan.svgFile(), as: UTF8.self)
        for name in ["Room 1", "Room 2", "Küche", "Room 4", "Room 5"] { #expect(svg.contains(">\(name)</text>")) }
        #expect(svg.components(of: "<polygon").count > 8 && svg.components(of: "class=\"opening\"").count > 10)
        let dxf = String(decoding: editor.plan.dxfFile(), as: UTF8.self)
        #expect(dxf.contains("\nROOMS\n") && dxf.contains("K\\U+00FCche, 7."))
        let pdf = String(editor.plan.file(as: .pdf).map { Character(UnicodeScalar($0)) })
        #expect(pdf.contains("(Room 5) Tj") && pdf.contains(" l f\n"))
    }

    @Test func `Moving a wall between two rooms moves both of its faces, and its door stays one`() throws {
        let before = PlanEditor(try Self.plan.get())
        var editor = before
        let number = try #require(
            before.plan.sides.firstIndex { side in
                side.room == 2 && before.plan.sides.contains { $0.room == 1 && WallBody.overlap(side, $0) != nil }
            }
        )
        let place = try #require(before.plan.place(ofSide: number))
        let side = before.plan.sides[number]
        let isMoved = editor.apply(.moveSide(number, metres: -0.2))
        #expect(isMoved && editor.plan.passages.count == before.plan.passages.count)
        for face in before.plan.facesBehind(place) {
            let (old, new) = (
                before.plan.sidesOfRooms[face.room][face.side], editor.plan.sidesOfRooms[face.room][face.side]
            )
            #expect(abs(dot(new.start - old.start, side.outward) + 0.2) < 1e-4)
        }
        #expect(editor.plan.rooms[2].area < before.plan.rooms[2].area)
    }
}

extension String {
    /// The pieces between the places of another text.
    fileprivate func components(of text: String) -> [Substring] {
        split(separator: text, omittingEmptySubsequences: false)
    }
}

/// Doors in a wall of which one side alone was seen.
@Suite struct WalkedDoorTests {
    /// Four metres of a wall with a gap of 0.9 m from 1.5 m on; the wall looks along +y.
    private static let wall: WallCoverage = {
        let places = stride(from: 0.05, to: 4, by: 0.1).filter { $0 < 1.5 || $0 > 2.4 }
        let samples = places.flatMap { place in
            stride(from: 0.35, to: 1.9, by: 0.1).map { height in
                UprightSample(point: Vector2(place, 0), height: height, normal: Vector2(0, 1), area: 0.01)
            }
        }
        return WallCoverage(WallLine(normal: Vector2(0, 1), offset: 0, offsetSigma: 0.005, samples: samples))
    }()

    private static func doorShare(way: [Vector2]) -> Double {
        var wall = wall
        wall.closeDoors(among: [wall], way: way)
        return wall.barrierShare(from: 1.5, to: 2.4)
    }

    @Test func `A gap through which the camera went is a door, though nothing was seen behind the wall`() {
        #expect(Self.doorShare(way: [Vector2(1.9, 0.4), Vector2(1.95, 0.1), Vector2(2, -0.2)]) == 1)
    }

    @Test func `A way that ends before the gap, or that was not followed across it, makes no door`() {
        #expect(Self.doorShare(way: [Vector2(1.9, 0.4), Vector2(1.95, 0.1)]) == 0)
        #expect(Self.doorShare(way: [Vector2(1.9, 0.6), Vector2(1.95, -0.4)]) == 0)
    }
}
