import Geometry

/// The inputs of one plane update besides the landmarks.
struct DetectionContext {
    let configuration: PlaneDetectorConfiguration
    /// The position of the camera, metres; the front of a plane is the side that faces it.
    let cameraInWorld: Vector3
    /// How well the world's scale is known now, as a fraction.
    let scaleSigma: Double
    /// How far poses have drifted, the variance an axis, m².
    let driftVariance: Double
    let timestampNanoseconds: Int64

    /// The same plane with its normal towards the camera.
    func facingCamera(_ plane: Plane) -> Plane {
        guard plane.signedDistance(to: cameraInWorld) < 0 else { return plane }
        return Plane(normal: -plane.normal, offset: -plane.offset)
    }
}
