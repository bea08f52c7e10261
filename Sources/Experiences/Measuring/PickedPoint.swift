import Geometry
import WorldTracking

/// A pixel of one frame that was picked: what it met then, and its ray, to meet it again when more is known.
public struct PickedPoint: Sendable {
    private let pixel: Vector2
    private let camera: Camera
    private let hit: HitTestResult?
    private let driftVariance: Double

    /// A pixel of the world's current frame; nil where the frame has no pose or the pixel lies outside the picture.
    public init?(_ pixel: Vector2, in world: WorldBuilder) {
        guard let camera = world.currentFrame?.camera, pixel.isFinite, camera.lens.contains(pixel) else { return nil }
        self.pixel = pixel
        self.camera = camera
        hit = world.surfaceHit(pixel)
        driftVariance = world.currentFrame?.driftVariance ?? 0
    }

    /// The point as it is known now: on a plane found since where the ray meets one, else what was met then; nil for neither.
    public func point(in world: WorldBuilder) -> MeasuredPoint? {
        let angleSigma = world.pixelSigma / max(camera.lens.focalLengthPixels.x, 1)
        let later = world.surfaceHit(
            along: camera.ray(through: pixel),
            angleSigma: angleSigma,
            driftVariance: driftVariance
        )
        guard let best = HitTestResult.preferred(among: [later, hit].compactMap { $0 }) else { return nil }
        return MeasuredPoint(best, anchorIdentifier: -1, driftVariance: driftVariance)
    }
}
