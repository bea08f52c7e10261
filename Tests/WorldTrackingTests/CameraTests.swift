import Geometry
import Testing
import WorldTracking

@Suite("Cameras")
struct CameraTests {
    static let lens = CameraModel(
        width: 640,
        height: 480,
        focalLengthPixels: Vector2(500, 502),
        principalPointPixels: Vector2(322, 238),
        distortion: .radialTangential(k1: 0.05, k2: -0.09, p1: 0.0004, p2: -0.0003)
    )
    static let moving = Camera(
        worldFromCamera: RigidTransform(
            rotation: Rotation(exp: Vector3(-0.6, 0.3, 0.1)),
            translation: Vector3(0.2, 1.1, -0.4)
        ),
        lens: lens,
        motion: CameraMotion(
            angularVelocity: Vector3(0.4, -0.6, 0.2),
            velocity: Vector3(0.3, -0.1, 0.2),
            readoutTime: 0.02
        )
    )

    @Test("a pixel's ray meets what the pixel shows, under a rolling shutter too")
    func rollingRay() throws {
        for x in stride(from: 20.0, to: 640, by: 100) {
            for y in stride(from: 20.0, to: 480, by: 90) {
                let point = Self.moving.ray(through: Vector2(x, y)).point(at: 1.3)
                let pixel = try #require(Self.moving.pixel(of: point))
                #expect((pixel - Vector2(x, y)).length < 0.02)
            }
        }
    }

    @Test("without a motion, and at the middle row, the pose alone counts")
    func middleRow() {
        var still = Self.moving
        still.motion = nil
        let middle = Vector2(400, 240)
        #expect((still.ray(through: middle).direction - Self.moving.ray(through: middle).direction).length < 1e-9)
        let edge = Vector2(400, 20)
        #expect((still.ray(through: edge).direction - Self.moving.ray(through: edge).direction).length > 1e-3)
    }
}
