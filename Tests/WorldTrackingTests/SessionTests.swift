import Features
import Geometry
import Imaging
import Odometry
import TestWorlds
import Testing
import WorldTracking

@Suite("Sessions")
struct SessionTests {
    let room = PaintedRoom()
    let describer = ImageDescriber()

    /// Feeds images of a slow walk; gives the frames.
    private func watch(_ session: Session, steps: Range<Int>, from first: Double = 0) -> [Frame] {
        var frames: [Frame] = []
        for step in steps {
            let pose = PaintedRoom.pose(
                from: Vector3(-0.8, -0.5, 0.3) + Vector3(0.01, 0.03, 0.005) * Double(step),
                to: Vector3(1.8, 0.2, -0.9)
            )
            frames += room.show(to: session, from: pose, at: first + Double(step) / 20, describer: describer)
        }
        return frames
    }

    @Test("a session gives a frame a picture, and nothing while paused")
    func frames() {
        let session = Session()
        #expect(watch(session, steps: 0..<2).isEmpty)
        session.run(withKnownPoses: SessionConfiguration())
        let frames = watch(session, steps: 2..<12)
        #expect(frames.count == 10)
        #expect(frames.allSatisfy { $0.camera != nil && $0.image != nil && $0.lightEstimate != nil })
        session.pause()
        #expect(watch(session, steps: 12..<14).isEmpty)
    }

    @Test("a gap in the pictures is an interruption, with its end")
    func interruption() {
        let session = Session()
        session.run(withKnownPoses: SessionConfiguration())
        _ = watch(session, steps: 0..<6)
        _ = session.takeEvents()
        _ = watch(session, steps: 6..<8, from: 4)
        let events = session.takeEvents()
        #expect(events.contains(.interrupted) && events.contains(.interruptionEnded))
    }

    @Test("run again after a pause, a session finds its old world; with a reset it starts a new one")
    func runAgain() throws {
        let session = Session()
        session.run(withKnownPoses: SessionConfiguration())
        let before = try #require(watch(session, steps: 0..<40).last?.camera)
        let anchor = session.world.addAnchor(
            RigidTransform(rotation: .identity, translation: before.positionInWorld + Vector3(0, 0, -1))
        )
        session.pause()
        session.run(withKnownPoses: SessionConfiguration())
        let after = watch(session, steps: 40..<70, from: 20)
        #expect(after.first?.trackingState == .limited(.relocalizing))
        #expect(after.last?.trackingState == .normal)
        #expect(session.world.anchors.contains { $0.identifier == anchor.identifier })
        session.pause()
        session.run(withKnownPoses: SessionConfiguration(), options: [.resetTracking, .removeExistingAnchors])
        let fresh = try #require(watch(session, steps: 0..<2, from: 40).first?.camera)
        #expect(fresh.positionInWorld.length < 1e-9)
        #expect(!session.world.anchors.contains { $0.plane == nil })
    }

    @Test("with motion sensors, a picture waits for its samples, and garbage does no harm")
    func odometry() {
        let session = Session()
        let configuration = OdometryConfiguration.phone(
            camera: PaintedRoom.lens,
            bodyFromOptical: .identity,
            noise: InertialNoise(
                gyroscopeDensity: 1e-3,
                accelerometerDensity: 1e-2,
                gyroscopeWalk: 1e-5,
                accelerometerWalk: 1e-4
            )
        )
        session.run(odometry: configuration)
        session.add(GrayImage(width: 320, height: 240, shade: 90), timestampNanoseconds: 50_000_000)
        #expect(session.nextFrame() == nil)
        for step in 0..<200 {
            let sample = InertialSample(
                timestampNanoseconds: Int64(step) * 5_000_000,
                angularVelocity: .zero,
                specificForce: step == 77 ? Vector3(.nan, 0, 0) : Vector3(0, -9.8, 0)
            )
            session.add(sample)
        }
        session.add(GrayImage(width: 10, height: 10), timestampNanoseconds: 60_000_000)
        let frame = session.nextFrame()
        #expect(frame?.camera == nil && frame?.image?.width == 320)
        #expect(session.nextFrame() == nil)
    }
}
