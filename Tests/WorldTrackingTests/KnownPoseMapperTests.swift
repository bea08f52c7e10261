import Features
import Geometry
import Imaging
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Landmarks from known poses")
struct KnownPoseMapperTests {
    @Test("landmarks lie on the painted surfaces, and floor and wall become planes")
    func mapsRoom() throws {
        let room = PaintedRoom()
        let describer = ImageDescriber()
        let mapper = KnownPoseMapper()
        var world = World()
        var errors: [Double] = []
        for step in 0..<60 {
            let pose = PaintedRoom.pose(
                from: RelocalizationTests.eye + Vector3(0.01, 0.03, 0.005) * Double(step),
                to: RelocalizationTests.target
            )
            let seconds = Double(step) / 20
            let drawn = room.picture(
                from: pose,
                at: seconds,
                epoch: 0,
                sourceFromTruth: .identity,
                describer: describer
            )
            let picture = try #require(drawn.image)
            let tracked = try #require(
                mapper.track(
                    picture,
                    odometryFromOptical: pose,
                    lens: PaintedRoom.lens,
                    timestampNanoseconds: drawn.timestampNanoseconds
                )
            )
            _ = world.update(with: tracked, describer: describer)
            for landmark in tracked.landmarks where step == 59 {
                let direction = (landmark.pointInOdometry - pose.translation).normalized
                let truth = try #require(
                    room.surface(along: Ray(origin: pose.translation, direction: direction))?.point
                )
                errors.append((truth - landmark.pointInOdometry).length)
            }
        }
        #expect(errors.count > 30)
        #expect(errors.sorted()[errors.count / 2] < 0.02)
        #expect(world.planes.contains { $0.alignment == .horizontal && abs($0.plane.offset + 1.3) < 0.02 })
        #expect(world.planes.contains { $0.alignment == .vertical })
    }

    @Test("a picture of another size, or one that goes back in time, is refused")
    func garbage() {
        let mapper = KnownPoseMapper()
        let picture = GrayImage(width: 320, height: 240, shade: 90)
        let lens = PaintedRoom.lens
        #expect(mapper.track(picture, odometryFromOptical: .identity, lens: lens, timestampNanoseconds: 5) != nil)
        #expect(mapper.track(picture, odometryFromOptical: .identity, lens: lens, timestampNanoseconds: 5) == nil)
        let small = GrayImage(width: 32, height: 24)
        #expect(mapper.track(small, odometryFromOptical: .identity, lens: lens, timestampNanoseconds: 6) == nil)
    }
}
