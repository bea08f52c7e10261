import Depth
import Geometry
import Testing

@testable import Reconstruction
@testable import WebDepth
@testable import WebScan

/// What a browser keeps of a room's maps, against what `sightline scan` makes of the same ones.
@Suite struct WorldMeshTests {
    /// A room from its lowest to its highest corner, metres.
    private static let (low, high) = (Vector3(-1.8, 0, -1.4), Vector3(1.8, 2.4, 1.4))
    private static let lens = CameraModel(
        width: 96,
        height: 72,
        focalLengthPixels: Vector2(60, 60),
        principalPointPixels: Vector2(48, 36)
    )

    /// An exact map of the room's inside.
    private static func map(from place: Vector3, yaw: Double, pitch: Double, step: Int) -> DepthMap {
        let turn = Rotation(exp: Vector3(0, yaw, 0)) * Rotation(exp: Vector3(.pi + pitch, 0, 0))
        let depth = (0..<lens.width * lens.height).map { index in
            let pixel = Vector2(Double(index % lens.width) + 0.5, Double(index / lens.width) + 0.5)
            let normalized = lens.normalized(ofPixel: pixel)
            let ray = turn * Vector3(normalized.x, normalized.y, 1)
            let ends = (0..<3).map { axis in ((ray[axis] > 0 ? high : low)[axis] - place[axis]) / ray[axis] }
            return Float(ends.filter { $0.isFinite }.min() ?? 0)
        }
        return DepthMap(
            timestampNanoseconds: Int64(step),
            lens: lens,
            worldFromOptical: RigidTransform(rotation: turn, translation: place),
            depth: depth,
            sigma: depth.map { 0.003 + 0.003 * $0 * $0 },
            shades: [UInt8](repeating: 90, count: depth.count)
        )
    }

    /// A walk round the middle that looks in all directions, up and down.
    private static let walk = (0..<36).map { i in
        let angle = Double(i) / 36 * 4 * .pi
        let place = Vector3(0.5 * .sine(of: angle), 1.4, 0.4 * .cosine(of: angle))
        return map(from: place, yaw: 1.5 * angle, pitch: 0.7 * .sine(of: 5 * angle), step: i)
    }

    private static func fused(_ maps: [DepthMap], keeping byteCount: Int? = nil) -> WorldMesh {
        var mesh = WorldMesh()
        if let byteCount { mesh.keep(byteCount: byteCount) }
        for map in maps {
            let colors = map.shades.map { SIMD4($0, $0, $0, 255) }
            _ = mesh.fuse(KeyframeMaps.Estimate(map: map, colors: colors, epoch: 1, nearDepth: 1))
        }
        return mesh
    }

    @Test func `The floor plan agrees with that of a scan's volume within 2 cm and 1 %`() throws {
        let plan = try Self.fused(Self.walk).plan(scaleSigma: 0).get()
        var volume = VoxelVolume()
        for map in Self.walk { volume.integrate(map) }
        let viewpoints = Self.walk.map(\.worldFromOptical.translation)
        let native = try FloorPlanBuilder(mesh: volume.surface(), viewpoints: viewpoints).plan()
        func lengths(_ plan: FloorPlan) -> [Double] { plan.sides.map { ($0.end - $0.start).length }.sorted() }
        #expect(lengths(plan).count == 4 && lengths(native).count == 4)
        for (own, other) in zip(lengths(plan), lengths(native)) { #expect(abs(own - other) < 0.02) }
        for (own, truth) in zip(lengths(plan), [2.8, 2.8, 3.6, 3.6]) { #expect(abs(own - truth) < 0.01 * truth + 0.01) }
        #expect(abs(plan.area / native.area - 1) < 0.01 && abs(plan.floorHeight - native.floorHeight) < 0.01)
        #expect(plan.walls.contains { $0.kind == .wall })
        // A scale that is not well known is part of every length.
        let rough = try Self.fused(Self.walk).plan(scaleSigma: 0.02).get()
        #expect(rough.sides.allSatisfy { $0.lengthSigma > 0.02 * ($0.end - $0.start).length })
    }

    @Test func `A plan's record has its stretches and then its sides, each with what stands there`() throws {
        let answer = Self.fused(Self.walk).plan(scaleSigma: 0)
        let plan = try answer.get()
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: FloorPlanRecord.byteCount(of: answer),
            alignment: 8
        )
        defer { bytes.deallocate() }
        FloorPlanRecord.write(answer, to: bytes)
        let words = Array(bytes.bindMemory(to: Double.self))
        let end = FloorPlanRecord.count + PlanWallRecord.count * (plan.walls.count + plan.sides.count)
        #expect(words.count == end + PlanRoomRecord.count && words[FloorPlanRecord.roomCount] == 1)
        #expect(words[end + PlanRoomRecord.area] == plan.area && words[end + PlanRoomRecord.nameBytes] == 0)
        #expect(words[FloorPlanRecord.area] == plan.area && words[FloorPlanRecord.ceilingHeight] > 2.3)
        #expect(words[FloorPlanRecord.sideCount] == 4)
        let side = Array(words[(FloorPlanRecord.count + PlanWallRecord.count * plan.walls.count)...])
        #expect(
            side[PlanWallRecord.start] == plan.sides[0].start.x && side[PlanWallRecord.end + 1] == plan.sides[0].end.y
        )
        #expect(side[PlanWallRecord.kind] == Double(WallKindCode.wall.rawValue))
    }

    @Test func `A corrected plan's record says what was corrected, and has the name at its end`() throws {
        var editor = PlanEditor(try Self.fused(Self.walk).plan(scaleSigma: 0.01).get())
        let corrections: [PlanEditor.Correction] = [
            .moveSide(1, metres: 0.2), .knownLength(1, metres: 3), .name(room: 0, Array("Küche".utf8)),
        ]
        let areApplied = corrections.map { editor.apply($0) }
        #expect(areApplied == [true, true, true])
        let plan = editor.plan
        let answer = Result<FloorPlan, FloorPlanError>.success(plan)
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: FloorPlanRecord.byteCount(of: answer),
            alignment: 8
        )
        defer { bytes.deallocate() }
        FloorPlanRecord.write(answer, corrections: editor.corrections.count, to: bytes)
        let words = Array(bytes.bindMemory(to: Double.self))
        #expect(words[FloorPlanRecord.scale] == plan.scale && words[FloorPlanRecord.knownSide] == 1)
        #expect(words[FloorPlanRecord.corrections] == 3 && words[FloorPlanRecord.isAreaByHand] == 1)
        let end = FloorPlanRecord.count + PlanWallRecord.count * (plan.walls.count + plan.sides.count)
        let names = end + PlanRoomRecord.count
        #expect(words[FloorPlanRecord.nameBytes] == 6 && words.count == names + 1)
        #expect(words[end + PlanRoomRecord.nameBytes] == 6)
        #expect(String(decoding: bytes[(8 * names)..<(8 * names + 6)], as: UTF8.self) == "Küche")
        let walls = stride(from: FloorPlanRecord.count, to: end, by: PlanWallRecord.count).map {
            Array(words[$0..<$0 + PlanWallRecord.count])
        }
        let moved = Double(PlanOriginCode.movedWithWall.rawValue)
        for wall in walls {
            #expect((wall[PlanWallRecord.origin] == moved) == (wall[PlanWallRecord.side] == 1))
        }
        #expect(walls.suffix(4).map { $0[PlanWallRecord.isLengthByHand] } == [1, 0, 1, 0])
    }

    @Test func `The record of a plan of two rooms has a passage, the wall's pieces and a partition`() throws {
        var editor = PlanEditor(try Self.fused(Self.walk).plan(scaleSigma: 0.01).get())
        let sides = editor.plan.sides
        let half = { (side: FloorPlan.Side) in (side.start + side.end) / 2 }
        let divide = PlanEditor.Correction.addWall(from: half(sides[0]), to: half(sides[2]))
        let isDivided = editor.apply(divide)
        let drawn = try #require(editor.plan.sides.firstIndex { $0.isDrawn })
        let wall = editor.plan.sides[drawn]
        let isOpened = editor.apply(.addOpening(side: drawn, middle: wall.length / 2, width: 0.9))
        let beside = try #require(
            editor.plan.sides.first { side in
                side.room == wall.room && abs(dot(side.end - side.start, wall.end - wall.start)) < 0.5
            }
        )
        let isAdded = editor.apply(.addWall(from: half(beside), to: (half(beside) + half(wall)) / 2))
        #expect(isDivided && isOpened && isAdded)
        let plan = editor.plan
        let answer = Result<FloorPlan, FloorPlanError>.success(plan)
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: FloorPlanRecord.byteCount(of: answer),
            alignment: 8
        )
        defer { bytes.deallocate() }
        FloorPlanRecord.write(answer, corrections: 3, to: bytes)
        let words = Array(bytes.bindMemory(to: Double.self))
        #expect(words[FloorPlanRecord.roomCount] == 2 && words[FloorPlanRecord.partitionCount] == 1)
        #expect(words[FloorPlanRecord.passageCount] == 1 && words[FloorPlanRecord.bodyCount] == 0)
        let walls = plan.walls.count + plan.sides.count + 1
        let passage = FloorPlanRecord.count + walls * PlanWallRecord.count + 2 * PlanRoomRecord.count
        #expect(words.count == passage + PlanPassageRecord.count)
        #expect(words[passage + PlanPassageRecord.room] == 0 && words[passage + PlanPassageRecord.otherRoom] == 1)
        let (own, other) = (
            Int(words[passage + PlanPassageRecord.stretch]), Int(words[passage + PlanPassageRecord.opposite])
        )
        #expect(plan.walls[own].kind == .opening && plan.walls[other].kind == .opening)
        #expect((plan.walls[own].start - plan.walls[other].end).length < 1e-9)
    }

    @Test func `The model has the scale of a known length`() throws {
        let mesh = Self.fused(Self.walk)
        let plain = try #require(mesh.file(as: .obj))
        var plan = FloorPlan(rooms: [], floorHeight: 0, scaleSigma: 0)
        plan.scale = 1.5
        let scaled = try #require(mesh.file(as: .obj, plan: plan))
        func first(_ file: [UInt8]) -> [Double] {
            let line = String(decoding: file, as: UTF8.self).split(separator: "\n")[1]
            return line.split(separator: " ").compactMap { Double($0) }
        }
        for (own, other) in zip(first(plain).prefix(3), first(scaled)) { #expect(abs(1.5 * own - other) < 2e-4) }
    }

    @Test func `What lies far away goes when less memory is allowed, and more memory keeps it`() {
        let far = (0..<8).map { i in
            Self.map(from: Vector3(0.1 * Double(i), 1.4, 0), yaw: 0, pitch: 0, step: i).seen(
                from: RigidTransform(
                    rotation: Rotation(exp: Vector3(.pi, 0, 0)),
                    translation: Vector3(20 + Double(i), 1.4, 0)
                )
            )
        }
        func size(_ byteCount: Int) -> Int {
            Self.fused(Self.walk + far, keeping: byteCount).file(as: .ply)?.count ?? 0
        }
        #expect(size(72 << 20) > size(5 << 20) + 1000)
    }
}
