import Geometry
import RealModule
import Testing

@testable import Simulation

/// What perfect sensors measure, against the laws of rigid bodies.
@Suite("The motion of a device's body")
struct DeviceTrajectoryTests {
    private static func motion(
        _ kind: MotionKind,
        start: MotionStart = .moving,
        seed: UInt64 = 3
    ) throws -> DeviceMotion {
        DeviceMotion(
            kind,
            start: start,
            scene: try SimulatedScene.load("room"),
            duration: 20,
            seed: seed
        )
    }

    private static func trajectory(
        _ kind: MotionKind,
        _ bodyFromOptical: RigidTransform<BodySpace, OpticalSpace> = .identity,
        start: MotionStart = .moving
    ) throws -> DeviceTrajectory {
        DeviceTrajectory(motion: try motion(kind, start: start), bodyFromOptical: bodyFromOptical)
    }

    private static let times = stride(from: 0.5, to: 18, by: 0.77)

    @Test(
        "velocity and turning rate are the slopes of the pose, whatever step they are taken with",
        arguments: MotionKind.allCases
    )
    func slopes(_ kind: MotionKind) throws {
        let trajectory = try Self.trajectory(kind)
        for time in Self.times {
            let h = 2e-4
            let (before, after) = (trajectory.worldFromBody(time - h), trajectory.worldFromBody(time + h))
            let velocity = (after.translation - before.translation) / (2 * h)
            #expect((trajectory.velocity(time) - velocity).length < 2e-5)
            let turn = (before.rotation.inverse * after.rotation).log / (2 * h)
            #expect((trajectory.angularVelocity(time) - turn).length < 2e-5)
        }
    }

    @Test(
        "the pose follows from the turning rate and the velocity alone",
        arguments: [MotionKind.walk, .sweep]
    )
    func integration(_ kind: MotionKind) throws {
        let trajectory = try Self.trajectory(kind)
        let (start, h) = (2.0, 1e-3)
        var pose = trajectory.worldFromBody(start)
        // The midpoint rule over two seconds.
        for step in 0..<2000 {
            let time = start + (Double(step) + 0.5) * h
            pose = RigidTransform(
                rotation: pose.rotation * Rotation(exp: trajectory.angularVelocity(time) * h),
                translation: pose.translation + trajectory.velocity(time) * h
            )
        }
        let end = trajectory.worldFromBody(4)
        #expect((pose.translation - end.translation).length < 1e-6)
        #expect((pose.rotation.inverse * end.rotation).log.length < 1e-5)
    }

    @Test(
        "a body turns as its camera does, and its force differs by the lever arm's",
        arguments: [
            Vector3(0.1, 0, 0), Vector3(-0.03, 0.08, 0.02), Vector3(0, 0, -0.3),
        ]
    )
    func leverArm(_ lever: Vector3) throws {
        let turned = Rotation(exp: Vector3(0.4, -1.2, 0.7))
        let camera = try Self.trajectory(.tabletop, start: .shake)
        let body = try Self.trajectory(
            .tabletop,
            RigidTransform(rotation: turned, translation: lever),
            start: .shake
        )
        for time in Self.times {
            let rate = turned.inverse * body.angularVelocity(time)
            #expect((rate - camera.angularVelocity(time)).length < 1e-6)
            // The body's origin as the camera's axes have it, and the two terms of a point that turns with a body.
            let origin = turned.inverse * (lever * -1)
            let h = 1e-3
            let spin = camera.angularVelocity(time)
            let change = (camera.angularVelocity(time + h) - camera.angularVelocity(time - h)) / (2 * h)
            let expected =
                camera.specificForce(time) + cross(change, origin) + cross(spin, cross(spin, origin))
            // Both sides take differences over milliseconds, in which a knot of the splines may lie.
            let tolerance = 0.01 * lever.length
            #expect((turned.inverse * body.specificForce(time) - expected).length < tolerance)
        }
    }

    @Test(
        "the mean force over a motion that ends where it began is gravity, straight up",
        arguments: MotionKind.allCases
    )
    func meanForce(_ kind: MotionKind) throws {
        let trajectory = try Self.trajectory(kind)
        var sum = Vector3.zero
        let (from, to, count) = (2.0, 16.0, 2800)
        for step in 0..<count {
            let time = from + (to - from) * (Double(step) + 0.5) / Double(count)
            sum += trajectory.worldFromBody(time).rotation * trajectory.specificForce(time)
        }
        let gained = (trajectory.velocity(to) - trajectory.velocity(from)) / (to - from)
        #expect((sum / Double(count) - gained - Vector3(0, 0, DeviceTrajectory.gravity)).length < 1e-3)
    }

    @Test(
        "the pose has no jump, in any motion, however it begins",
        arguments: MotionKind.allCases,
        MotionStart.allCases
    )
    func smooth(_ kind: MotionKind, _ start: MotionStart) throws {
        let trajectory = try Self.trajectory(kind, start: start)
        var before = trajectory.worldFromBody(0)
        for step in 1...1800 {
            let pose = trajectory.worldFromBody(Double(step) * 0.01)
            #expect(
                (pose.translation - before.translation).length < 0.05,
                "at \(step) hundredths of a second"
            )
            #expect((before.rotation.inverse * pose.rotation).log.length < 0.1)
            before = pose
        }
    }
}
