import Features
import Geometry
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Saved maps")
struct WorldMapTests {
    let describer = ImageDescriber()

    func watched() -> World {
        let room = PaintedRoom()
        var world = World()
        for step in 0..<12 {
            let eye = RelocalizationTests.eye + Vector3(0.06, 0.1, 0.02) * Double(step)
            let picture = room.picture(
                from: PaintedRoom.pose(from: eye, to: RelocalizationTests.target),
                at: Double(step) / 10,
                epoch: 0,
                sourceFromTruth: .identity,
                describer: describer
            )
            _ = world.update(with: picture, describer: describer)
        }
        world.addAnchor(
            RigidTransform(rotation: Rotation(exp: Vector3(0.1, 0.2, 0.3)), translation: Vector3(1, -0.5, -2))
        )
        return world
    }

    @Test("a map saved and loaded is the same map")
    func roundTrip() throws {
        let map = watched().savedMap
        #expect(map.keyframeCount > 2 && map.pointCount > 100)
        let loaded = try WorldMap(decoding: map.encoded())
        #expect(loaded.points == map.points)
        #expect(loaded.keyframes == map.keyframes)
        #expect(loaded.anchors.count == 1)
        #expect(loaded.encoded() == map.encoded())
    }

    @Test("a new session finds itself and its anchors in a loaded map")
    func startsInMap() throws {
        let old = watched()
        var world = World()
        world.load(try WorldMap(decoding: old.savedMap.encoded()))
        let room = PaintedRoom()
        let source = RigidTransform<OdometrySpace, OdometrySpace>(
            rotation: Rotation(exp: Vector3(0, 0, 2)),
            translation: Vector3(3, 1, 0)
        )
        let eye = RelocalizationTests.eye + Vector3(0.06, 0.1, 0.02) * 6
        for step in 0..<8 {
            let picture = room.picture(
                from: PaintedRoom.pose(from: eye + Vector3(0.002, 0, 0) * Double(step), to: RelocalizationTests.target),
                at: 1_000 + Double(step) / 10,
                epoch: 0,
                sourceFromTruth: source,
                describer: describer
            )
            let frame = world.update(with: picture, describer: describer)
            if step == 0 { #expect(frame.trackingState == .limited(.relocalizing)) }
        }
        #expect(world.currentFrame?.trackingState == .normal)
        #expect(world.anchors.contains { ($0.worldFromAnchor.translation - Vector3(1, -0.5, -2)).length < 1e-12 })
        // The true camera in the old world: that of the step seen there.
        let truth = PaintedRoom.pose(from: eye + Vector3(0.014, 0, 0), to: RelocalizationTests.target)
        let expected = try #require(old.worldFromOdometry) * truth
        #expect((try #require(world.currentFrame?.camera).positionInWorld - expected.translation).length < 0.02)
    }

    @Test("a map cut off or changed anywhere is an error, never a trap")
    func garbage() throws {
        let bytes = watched().savedMap.encoded()
        #expect(throws: WorldMapError.isNoMap) { try WorldMap(decoding: [1, 2, 3]) }
        #expect(throws: WorldMapError.unknownVersion(9)) { try WorldMap(decoding: Array(bytes[..<5]) + [9, 0, 0, 0]) }
        for length in stride(from: 0, to: bytes.count - 1, by: bytes.count / 97) {
            #expect(throws: WorldMapError.self) { try WorldMap(decoding: Array(bytes[..<length])) }
        }
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0..<3 {
                changed[generator.nextIndex(below: bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
            }
            _ = try? WorldMap(decoding: changed)
        }
    }
}
