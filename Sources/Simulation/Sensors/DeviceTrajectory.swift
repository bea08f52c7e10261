import Geometry

/// The true motion of a device's body: poses and their derivatives at any time.
struct DeviceTrajectory: Sendable {
    /// The length of gravity, m/s².
    static let gravity = 9.81
    /// The step of the numeric derivatives, seconds; the splines are smooth enough for 1e-6 m/s².
    private static let step = 1e-3

    let motion: DeviceMotion
    let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>

    /// The body in the world at a time in seconds.
    func worldFromBody(_ time: Double) -> RigidTransform<OdometrySpace, BodySpace> {
        motion.worldFromOptical(time) * bodyFromOptical.inverse
    }

    /// The camera in the world at a time in seconds.
    func worldFromOptical(_ time: Double) -> RigidTransform<OdometrySpace, OpticalSpace> {
        motion.worldFromOptical(time)
    }

    /// The body's velocity in the world, m/s (central difference of fourth order).
    func velocity(_ time: Double) -> Vector3 {
        let h = Self.step
        let near = worldFromBody(time + h).translation - worldFromBody(time - h).translation
        let far = worldFromBody(time + 2 * h).translation - worldFromBody(time - 2 * h).translation
        return (near * 8 - far) / (12 * h)
    }

    /// What a perfect gyroscope measures, rad/s in the body's axes.
    func angularVelocity(_ time: Double) -> Vector3 {
        let h = Self.step
        func turn(_ h: Double) -> Vector3 {
            (worldFromBody(time - h).rotation.inverse * worldFromBody(time + h).rotation).log
        }
        return (turn(h) * 8 - turn(2 * h)) / (12 * h)
    }

    /// What a perfect accelerometer measures, m/s² in the body's axes.
    func specificForce(_ time: Double) -> Vector3 {
        let h = 2 * Self.step
        let pose = worldFromBody(time)
        let near = worldFromBody(time + h).translation + worldFromBody(time - h).translation
        let far = worldFromBody(time + 2 * h).translation + worldFromBody(time - 2 * h).translation
        let acceleration = (near * 16 - far - pose.translation * 30) / (12 * h * h)
        return pose.rotation.inverse * (acceleration + Vector3(0, 0, Self.gravity))
    }
}
