import Geometry
import WorldTracking

/// One frame of a session beside the truth of its moment.
struct View {
    var frame: Frame
    var camera: Camera
    var world: World
    /// From the optical frame to the truth's world.
    var trueWorldFromOptical: RigidTransform<OdometrySpace, OpticalSpace>
    /// Since the first image.
    var seconds: Double

    init?(_ frame: Frame, _ world: World, _ truth: Truth, seconds: Double) {
        guard let camera = frame.camera, let pose = truth.worldFromOptical(stamp: frame.timestampNanoseconds) else {
            return nil
        }
        (self.frame, self.camera, self.world, self.seconds) = (frame, camera, world, seconds)
        trueWorldFromOptical = pose
    }

    var stamp: Int64 { frame.timestampNanoseconds }

    /// The difference between a point in the session and the true one, as the camera sees both; metres, optical axes.
    func error(of pointInWorld: Vector3, from truth: Vector3) -> Vector3 {
        camera.worldFromOptical.inverse * pointInWorld - trueWorldFromOptical.inverse * truth
    }
}
