import Depth
import Geometry
import Testing

@testable import Reconstruction

@Suite("Floor plans")
struct FloorPlanTests {
    static func plan(of room: BoxRoom, seed: UInt64) throws -> FloorPlan {
        let walk = room.walk(views: 40, seed: seed)
        let mesh = VoxelVolumeTests.filled(walk).surface().withoutSmallPieces(minimumTriangles: 60)
        return try FloorPlanBuilder(mesh: mesh, viewpoints: walk.map(\.worldFromOptical.translation)).plan()
    }

    @Test("A room with a low box is four walls within 1 % + 1 cm, its area within 1.5 %, its height within 2 cm")
    func rectangularRoom() throws {
        let plan = try Self.plan(of: VoxelVolumeTests.room, seed: 1)
        let lengths = plan.sides.map { ($0.end - $0.start).length }.sorted()
        #expect(lengths.count == 4)
        for (length, truth) in zip(lengths, [3.0, 3, 4, 4]) { #expect(abs(length - truth) < 0.01 * truth + 0.01) }
        #expect(abs(plan.area - 12) < 0.18)
        #expect(abs(plan.floorHeight) < 0.02)
        #expect(plan.ceilingHeight.map { abs($0 - 2.4) < 0.02 } == true)
        #expect(plan.walls.allSatisfy { $0.lengthSigma > 0 && $0.lengthSigma < 0.03 })
    }

    @Test("A full-height closet makes an L of six walls")
    func closetMakesAnL() throws {
        var room = BoxRoom()
        room.boxes = [(Vector3(0.9, 0, -1.6), Vector3(2.1, 2.5, -0.7))]
        let plan = try Self.plan(of: room, seed: 2)
        #expect(plan.sides.count == 6)
        #expect(abs(plan.area - (12 - 1.1 * 0.8)) < 0.2)
    }

    @Test("Where all depths are a third of a percent too long, the stated deviations hold walls and area")
    func sharedError() throws {
        let walk = VoxelVolumeTests.room.walk(views: 40, seed: 3).map { map in
            DepthMap(
                timestampNanoseconds: map.timestampNanoseconds,
                lens: map.lens,
                worldFromOptical: map.worldFromOptical,
                depth: map.depth.map { $0 * 1.0033 },
                sigma: map.sigma,
                shades: map.shades
            )
        }
        let mesh = VoxelVolumeTests.filled(walk).surface().withoutSmallPieces(minimumTriangles: 60)
        let plan = try FloorPlanBuilder(mesh: mesh, viewpoints: walk.map(\.worldFromOptical.translation)).plan()
        let sides = plan.sides.sorted { $0.length < $1.length }
        #expect(sides.count == 4)
        for (side, truth) in zip(sides, [3.0, 3, 4, 4]) {
            #expect(abs(side.length - truth) < 2 * side.lengthSigma && side.lengthSigma < 0.02, "\(side)")
        }
        #expect(abs(plan.area - 12) < 2 * plan.areaSigma && plan.areaSigma < 0.2)
    }

    @Test("Walls that were not seen are drawn as unseen, not as walls")
    func unseenWalls() throws {
        var generator = SeededGenerator(seed: 5)
        let room = BoxRoom()
        var maps: [DepthMap] = []
        for i in 0..<40 {
            let yaw = Double(i) / 40 * 2 * .pi
            let map = room.map(
                from: Vector3(0.3, 1.4, 0),
                yaw: yaw,
                pitch: i % 2 == 0 ? -0.5 : 0.1,
                generator: &generator
            )
            // Not the wall at x = 2.
            let ahead = map.worldFromOptical.rotation * Vector3(0, 0, 1)
            if ahead.x < 0.1 { maps.append(map) }
        }
        let mesh = VoxelVolumeTests.filled(maps).surface()
        let plan = try FloorPlanBuilder(mesh: mesh, viewpoints: maps.map(\.worldFromOptical.translation)).plan()
        #expect(plan.walls.contains { $0.kind == .unseen })
    }

    /// What was seen of a room of 2.4 m up to a height that may differ from place to place, without its ceiling.
    private static func height(seenUpTo top: (SIMD3<Float>) -> Float) throws -> Double? {
        let walk = BoxRoom().walk(views: 60, seed: 6)
        let whole = VoxelVolumeTests.filled(walk).surface().withoutSmallPieces(minimumTriangles: 60)
        let mesh = whole.keeping { triangle in
            let (a, b, c) = whole.corners(of: triangle)
            let middle = (a + b + c) / 3
            let isCeiling = middle.y > 2.3 && max(abs(middle.x) - 1.9, abs(middle.z) - 1.4) < 0
            return middle.y < top(middle) && !isCeiling
        }
        return try FloorPlanBuilder(mesh: mesh, viewpoints: walk.map(\.worldFromOptical.translation)).plan()
            .ceilingHeight
    }

    @Test("A ceiling of which only the edge was seen has its height, and one that was not seen has none")
    func ceilingEdge() throws {
        let height = try #require(try Self.height { _ in 3 })
        #expect(abs(height - 2.4) < 0.03)
        #expect(try Self.height { _ in 2.2 } == nil)
        #expect(try Self.height { 1.75 + 0.15 * abs($0.x + $0.z) } == nil)
    }

    @Test("Without a floor or without walls there is an error, not a plan")
    func nothingSeen() {
        #expect(throws: FloorPlanError.noFloor) {
            try FloorPlanBuilder(mesh: SurfaceMesh(), viewpoints: [Vector3(0, 1, 0)]).plan()
        }
        #expect(throws: FloorPlanError.noFloor) { try FloorPlanBuilder(mesh: SurfaceMesh(), viewpoints: []).plan() }
        let floor = SurfaceMeshTests.square(side: 40)
        #expect(throws: FloorPlanError.notEnclosed(wallCount: 0)) {
            try FloorPlanBuilder(mesh: floor, viewpoints: [Vector3(1, 1.4, 1)]).plan()
        }
    }

    @Test("Files state lengths and areas, and a PDF's table points at its objects")
    func files() throws {
        let plan = try Self.plan(of: VoxelVolumeTests.room, seed: 1)
        let svg = String(decoding: plan.file(as: .svg), as: UTF8.self)
        #expect(svg.contains(" m²</text>") && svg.contains("class=\"wall\""))
        #expect(svg.contains("± 1 cm"))
        let dxf = String(decoding: plan.file(as: .dxf), as: UTF8.self)
        #expect(dxf.hasSuffix("EOF\n") && dxf.contains("\nWALLS\n"))
        let pdf = plan.file(as: .pdf)
        let text = pdf.map { Character(UnicodeScalar($0)) }
        let table = String(text).split(separator: "\n")
        let start = try #require(Int(table[table.count - 2]))
        #expect(String(text[start..<start + 4]) == "xref")
        for line in table where line.hasSuffix(" 00000 n ") {
            let object = try #require(Int(line.prefix(10)))
            #expect(String(text[object..<object + 8]).contains(" 0 obj"))
        }
    }
}
