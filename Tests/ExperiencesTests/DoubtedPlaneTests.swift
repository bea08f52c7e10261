import Geometry
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

@Suite("Planes of which a single ray does not tell whether it meets them")
struct DoubtedPlaneTests {
    /// A camera 50 cm above the synthetic room's table that looks along −Z.
    static func camera(at x: Double = 0) -> Camera {
        let lens = CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(484, 484),
            principalPointPixels: Vector2(320, 240),
            distortion: .none
        )
        return Camera(
            worldFromCamera: RigidTransform(rotation: .identity, translation: Vector3(x, 0, 0)),
            lens: lens
        )
    }

    /// A landmark that a pixel's ray meets at a distance in metres, known to `sigma` along the ray.
    static func landmark(_ pixel: Vector2, _ camera: Camera, at distance: Double, sigma: Double) -> HitTestResult {
        let ray = camera.ray(through: pixel)
        let along = Matrix3(outerProductOf: ray.direction, ray.direction) * (sigma * sigma)
        return HitTestResult(
            type: .featurePoint,
            distance: distance,
            pointInWorld: ray.point(at: distance),
            covariance: along + Matrix3.identity * 1e-6,
            normal: -ray.direction,
            anchorIdentifier: nil
        )
    }

    @Test("an aim just past a table's edge is set on the table, to the distance of what lies behind")
    func edge() throws {
        let (world, camera) = (SyntheticRoom().world(), Self.camera())
        // The table ends 1.6 m away.
        let pixel = try #require(camera.pixel(of: Vector3(0.1, SyntheticRoom.tableHeight, -1.61)))
        let far = Self.landmark(pixel, camera, at: 3.5, sigma: 2)
        func edgeHit(before hit: HitTestResult, at pixel: Vector2) -> HitTestResult? {
            AimedPixel.edgeHit(before: hit, along: camera.ray(through: pixel), angleSigma: 0.004, in: world)
        }
        let hit = try #require(edgeHit(before: far, at: pixel))
        #expect(hit.type == .existingPlane && hit.anchorIdentifier != nil)
        #expect(abs(hit.pointInWorld.y - SyntheticRoom.tableHeight) < 0.005)
        #expect(abs(hit.pointInWorld.z + 1.61) < 0.02)
        // It may be what lies behind, so that it is set as a rough point only.
        let sigma = Aim(hit: hit, snap: nil, confidence: .fair).sigma
        #expect(sigma > 0.95 * (3.5 - hit.distance))
        #expect(!Aim.isAccurate(hit.covariance, seenFrom: hit.distance))
        // What is known well stays, and so does what lies nearer or far from the edge.
        let known = Self.landmark(pixel, camera, at: 3.5, sigma: 0.01)
        #expect(edgeHit(before: known, at: pixel) == nil)
        let near = Self.landmark(pixel, camera, at: 1, sigma: 2)
        #expect(edgeHit(before: near, at: pixel) == nil)
        #expect(edgeHit(before: far, at: pixel - Vector2(0, 60)) == nil)
    }

    /// A corner's rays from cameras over 30 cm, refined from a landmark far behind it.
    static func refined(_ corner: Vector3, in world: World) throws -> HitTestResult {
        var generator = SeededGenerator(seed: 5)
        var sights: CornerSights?
        var last: (camera: Camera, pixel: Vector2)?
        for step in 0..<16 {
            let camera = camera(at: 0.02 * Double(step))
            let miss = Vector2(generator.nextNormal(), generator.nextNormal()) * 0.3
            let pixel = try #require(camera.pixel(of: corner)) + miss
            if sights == nil {
                sights = CornerSights(pixel: pixel, camera: camera, guess: corner, timestampNanoseconds: 0)
            } else {
                _ = sights?.add(pixel, from: camera)
            }
            last = (camera, pixel)
        }
        let (camera, pixel) = try #require(last)
        let hit = landmark(pixel, camera, at: 3, sigma: 2)
        return try #require(sights).refined(hit, seenFrom: camera, in: world)
    }

    @Test("a corner whose rays meet on a found plane lies on that plane, though its own ray seemed to meet another")
    func onPlane() throws {
        let world = SyntheticRoom().world()
        let corner = Vector3(0.1, SyntheticRoom.tableHeight, -1.3)
        let refined = try Self.refined(corner, in: world)
        #expect(refined.type == .existingPlane && refined.anchorIdentifier != nil)
        #expect((refined.pointInWorld - corner).length < 0.006)
        let error = refined.pointInWorld - corner
        #expect(dot(error, try #require(refined.covariance.inverse) * error) < 14)
    }

    @Test("a corner whose rays meet above all planes lies on none")
    func abovePlanes() throws {
        let corner = Vector3(0.1, SyntheticRoom.tableHeight + 0.1, -1.3)
        let refined = try Self.refined(corner, in: SyntheticRoom().world())
        #expect(refined.type == .featurePoint && refined.anchorIdentifier == nil)
        #expect((refined.pointInWorld - corner).length < 0.02)
    }
}
