import Geometry
import Testing

@Suite("Rigid transforms")
struct RigidTransformTests {
    @Test("a transform and its inverse cancel")
    func inverse() {
        let worldFromBody = RigidTransform<WorldSpace, BodySpace>(
            rotation: Rotation(exp: Vector3(0.3, -1, 2)),
            translation: Vector3(1, 2, 3)
        )
        let point = Vector3(-4, 0.5, 9)
        #expect((worldFromBody.inverse * (worldFromBody * point) - point).length < 1e-12)
        let identity = worldFromBody * worldFromBody.inverse
        #expect(identity.translation.length < 1e-12 && identity.rotation.angle < 1e-9)
    }

    @Test("the flips turn up to up and forward to forward")
    func flips() {
        let up = RigidTransform<WorldSpace, OdometrySpace>.flip * Vector3(0, 0, 1)
        #expect((up - Vector3(0, 1, 0)).length < 1e-12)
        let forward = RigidTransform<OpticalSpace, CameraSpace>.flip * Vector3(0, 0, -1)
        #expect((forward - Vector3(0, 0, 1)).length < 1e-12)
    }

    @Test("a ray meets a plane where both say")
    func rayMeetsPlane() throws {
        let plane = Plane(normal: Vector3(0, 2, 0), through: Vector3(5, 0.7, 1))
        let ray = Ray(origin: Vector3(0, 2, 0), direction: Vector3(1, -1, 0))
        let distance = try #require(ray.distance(to: plane))
        #expect(abs(plane.signedDistance(to: ray.point(at: distance))) < 1e-12)
        #expect(Ray(origin: Vector3(0, 2, 0), direction: Vector3(0, 1, 0)).distance(to: plane) == nil)
    }
}
