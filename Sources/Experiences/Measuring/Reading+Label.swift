import Geometry
import WorldTracking

extension Reading {
    /// How far above what it tells of a label stands, as a part of the distance from the camera.
    private static let lift = 0.03

    /// Where a label stands that tells of the part of a measurement around a point: above it in the picture, so that a short line
    /// is not hidden.
    static func labelPlace(over point: Vector3, seenBy camera: Camera) -> Vector3 {
        let axes = camera.worldFromCamera.rotation
        let (sky, forward) = (Vector3(0, 1, 0), axes * Vector3(0, 0, -1))
        // Up as the picture shows it, however the device is held; seen from straight above that is the picture's own.
        let up = (sky - forward * dot(sky, forward) + axes * sky * 0.2).normalized
        return point + up * (lift * (point - camera.positionInWorld).length)
    }
}
