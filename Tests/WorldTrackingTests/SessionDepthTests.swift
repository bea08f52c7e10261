import Depth
import Features
import Geometry
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Depth of a session")
struct SessionDepthTests {
    private let describer = ImageDescriber()

    /// A session of known poses that moves sideways before two walls and the floor.
    private func session(withDepth: Bool, stepMetres: Double = 0.06) -> Session {
        session(stepMetres: stepMetres) { if withDepth { $0.startDepth() } }
    }

    /// The same, prepared before the first image.
    private func session(stepMetres: Double = 0.06, prepare: (Session) -> Void) -> Session {
        let session = Session()
        session.run(withKnownPoses: SessionConfiguration(planeDetection: []))
        prepare(session)
        for step in 0..<6 {
            let eye = Vector3(stepMetres * Double(step) - 0.2, -0.3, 0.4)
            let pose = PaintedRoom.pose(from: eye, to: eye + Vector3(0.1, 1, -0.35))
            PaintedRoom().show(to: session, from: pose, at: Double(step) * 0.1, describer: describer)
        }
        return session
    }

    @Test("hit tests meet the surface of the depth map where the room is, with a covariance")
    func hits() throws {
        let session = session(withDepth: true)
        let map = try #require(session.updateDepth())
        #expect(map == session.world.depthMap)
        #expect(Double(map.knownCount) > 0.5 * Double(map.depth.count))
        let camera = try #require(session.world.currentFrame?.camera)
        let worldFromOdometry = try #require(session.world.worldFromOdometry)
        let odometryFromWorld = worldFromOdometry.inverse
        var errors: [Double] = []
        for x in stride(from: 40.0, to: 300, by: 30) {
            for y in stride(from: 40.0, to: 220, by: 30) {
                let pixel = Vector2(x, y)
                guard let hit = session.world.hitTest(pixel, types: .depth).first else { continue }
                let ray = odometryFromWorld * camera.ray(through: pixel)
                let truth = try #require(PaintedRoom().surface(along: ray)).point
                errors.append((worldFromOdometry * truth - hit.pointInWorld).length / hit.distance)
                #expect(hit.type == .depth && hit.covariance.trace > 0)
            }
        }
        #expect(errors.count > 25)
        #expect(errors.sorted()[errors.count / 2] < 0.015)
    }

    @Test("a session that was not asked for depth, or did not move, has none")
    func none() {
        let idle = session(withDepth: false)
        #expect(idle.updateDepth() == nil && idle.world.depthMap == nil)
        let resting = session(withDepth: true, stepMetres: 0)
        #expect(resting.updateDepth() == nil && resting.world.depthMap == nil)
        #expect(resting.world.hitTest(Vector2(160, 120), types: .depth).isEmpty)
    }

    @Test("for another estimator the newest image waits that is far enough from the last keyframe")
    func keyframes() throws {
        let moving = session { $0.startDepthKeyframes() }
        let keyframe = try #require(moving.takeDepthKeyframe())
        #expect(keyframe.timestampNanoseconds == moving.world.currentFrame?.timestampNanoseconds)
        #expect(moving.takeDepthKeyframe() == nil)
        let map = try #require(session(withDepth: true).updateDepth())
        #expect(moving.take(map, epoch: keyframe.epoch, nearDepth: 1))
        #expect(moving.world.depthMap != nil)
        #expect(!moving.take(map, epoch: keyframe.epoch + 1, nearDepth: 1))
        moving.stopDepthKeyframes()
        #expect(!moving.take(map, epoch: keyframe.epoch, nearDepth: 1))
        #expect(session(withDepth: true).takeDepthKeyframe() == nil)
    }

    @Test("a found plane comes before a depth map, and that before a guess")
    func order() {
        let types: [HitTestTypes] = [.featurePoint, .estimatedHorizontalPlane, .depth, .existingPlaneUsingExtent]
        let results = types.map { type in
            HitTestResult(
                type: type,
                distance: 1,
                pointInWorld: .zero,
                covariance: .identity,
                normal: Vector3(0, 1, 0),
                anchorIdentifier: nil
            )
        }
        #expect(HitTestResult.preferred(among: results)?.type == .existingPlaneUsingExtent)
        #expect(HitTestResult.preferred(among: Array(results.dropLast()))?.type == .depth)
        #expect(HitTestTypes.all.contains(.depth) && HitTestTypes.depth.name == "depth")
    }
}
