import Geometry
import Testing

@testable import Odometry

@Suite("Poses of earlier images")
struct CloneStateTests {
    private static let state = InertialState(
        rotation: Rotation(exp: Vector3(0.3, -0.2, 0.5)),
        velocity: Vector3(0.4, 0.1, -0.2),
        position: Vector3(1, 2, 3)
    )
    private static let motion = BodyMotion(
        angularVelocity: Vector3(0.5, -0.3, 0.2),
        angularAcceleration: Vector3(4, 6, -5),
        acceleration: Vector3(2, -1, 3)
    )

    @Test("rows before and after the middle one follow an even acceleration", arguments: [-0.01, 0.01])
    func secondOrder(end: Double) {
        let clone = CloneState(of: Self.state, at: 0, image: 0, motion: Self.motion)
        // The same motion in small steps.
        var rotation = Self.state.rotation
        let count = 1000
        for step in 0..<count {
            let time = end * (Double(step) + 0.5) / Double(count)
            let rate = Self.motion.angularVelocity + Self.motion.angularAcceleration * time
            rotation = rotation * Rotation(exp: rate * (end / Double(count)))
        }
        let pose = clone.pose(after: end)
        let turn = Rotation(matrix: pose.rotation.transposed * rotation.matrix)
        // Without the angular acceleration it would be 4e-4.
        #expect(turn.angle < 1e-6)
        let position =
            Self.state.position + Self.state.velocity * end + Self.motion.acceleration * (end * end / 2)
        #expect((pose.position - position).length < 1e-12)
        #expect(
            (clone.rates(after: end).velocity - Self.state.velocity - Self.motion.acceleration * end).length < 1e-12
        )
    }
}
