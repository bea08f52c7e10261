import Geometry
import WorldTracking

extension MeasuredPoint {
    /// The point above this one along its surface's normal that is nearest to a pixel's ray; nil where the ray looks along the normal,
    /// so that height cannot be seen, or passes below the surface.
    func raised(towards aimed: AimedPixel, seenBy camera: Camera) -> HitTestResult? {
        let ray = camera.ray(through: aimed.pixel)
        // The point of the line along the normal that is nearest to the ray.
        let offset = pointInWorld - ray.origin
        let cosine = dot(normal, ray.direction)
        let spread = 1 - cosine * cosine
        guard spread > 0.03 else { return nil }
        let height = (cosine * dot(offset, ray.direction) - dot(offset, normal)) / spread
        guard height > 0 else { return nil }
        let point = pointInWorld + normal * height
        let distance = (point - ray.origin).length
        let sideways = aimed.sigmaAlong * distance / camera.lens.focalLengthPixels.x / spread.squareRoot()
        return HitTestResult(
            type: hitType,
            distance: distance,
            pointInWorld: point,
            covariance: covariance + Matrix3(outerProductOf: normal, normal) * (sideways * sideways),
            normal: normal,
            anchorIdentifier: nil
        )
    }
}
