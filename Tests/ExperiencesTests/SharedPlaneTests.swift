import Geometry
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

@Suite("Ends of one surface")
struct SharedPlaneTests {
    /// A corner as rays give it: over a point of the synthetic room's table, with a standard deviation an axis, metres.
    static func corner(
        height: Double,
        sigma: Double,
        in world: World
    ) throws -> (hit: HitTestResult, plane: SharedPlane) {
        let camera = try #require(world.currentFrame?.camera)
        let place = Vector3(0.1, SyntheticRoom.tableHeight, -1)
        let hits = world.hitTest(try #require(camera.pixel(of: place)))
        var hit = try #require(hits.first { $0.type == .existingPlaneUsingExtent })
        let plane = try #require(SharedPlane(hit))
        (hit.type, hit.anchorIdentifier) = (.featurePoint, nil)
        #expect(SharedPlane(hit) == nil)
        hit.pointInWorld += Vector3(0, height, 0)
        hit.covariance = Matrix3.identity * (sigma * sigma)
        return (hit, plane)
    }

    @Test("a corner whose rays meet near the other end's plane lies on it, and is surer of its height alone")
    func agreement() throws {
        let world = SyntheticRoom().world()
        let (hit, plane) = try Self.corner(height: 0.01, sigma: 0.008, in: world)
        let shared = plane.refined(hit, in: world, driftVariance: 0)
        #expect(shared.anchorIdentifier == plane.anchorIdentifier)
        let moved = shared.pointInWorld - hit.pointInWorld
        #expect(moved.y < -0.005 && moved.y > -0.011)
        #expect(Vector2(moved.x, moved.z).length < 0.001)
        #expect(shared.covariance[1, 1] < 0.5 * hit.covariance[1, 1])
        #expect(shared.covariance[0, 0] > 0.95 * hit.covariance[0, 0])
    }

    @Test("a corner that is surely higher, or whose height is not known, stays where its rays meet")
    func disagreement() throws {
        let world = SyntheticRoom().world()
        for (height, sigma) in [(0.04, 0.008), (0.01, 0.02)] {
            let (hit, plane) = try Self.corner(height: height, sigma: sigma, in: world)
            #expect(plane.refined(hit, in: world, driftVariance: 0) == hit)
        }
    }
}
