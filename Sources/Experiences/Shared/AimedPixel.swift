import Geometry
import Imaging
import Shapes
import WorldTracking

/// A pixel that a person aims at, moved to the corner or the straight edge that the image shows there.
public struct AimedPixel: Equatable, Sendable {
    /// Where it is after that, pixels.
    public private(set) var pixel: Vector2
    /// What it was drawn to, along the edge for one.
    public private(set) var feature: AimedFeature?
    /// How well it means the point, one standard deviation in each direction but along an edge, pixels.
    let sigma: Double
    /// The same along an edge.
    let sigmaAlong: Double

    /// How well a corner or an edge is found, pixels.
    private static let snappedSigma = 0.3
    /// How the error grows with the square of the distance from the aim, per pixel: fitted by `WorldBenchmark` to
    /// corners that a person misses by a pixel.
    private static let doubt = 0.13

    /// A pixel as it is; `sigma` is how well a person hits it, pixels.
    init(_ pixel: Vector2, sigma: Double) {
        (self.pixel, self.sigma, sigmaAlong) = (pixel, sigma, sigma)
    }

    /// A pixel that snaps to what a frame's image shows; it stays as it is without a frame.
    ///
    /// `sigma` is the accuracy with which a person hits it, pixels.
    init(_ pixel: Vector2, in frame: Frame?, sigma: Double) {
        guard let frame, let image = frame.image, let lens = frame.camera?.lens, image.width == lens.width,
            image.height == lens.height, let feature = AimedFeatureFinder.feature(near: pixel, in: image)
        else {
            self.init(pixel, sigma: sigma)
            return
        }
        // What lies farther from the aim is less surely what was meant.
        let moved = feature.pixel - pixel
        let doubt = Self.doubt * dot(moved, moved)
        let across = min(sigma, (Self.snappedSigma * Self.snappedSigma + doubt * doubt).squareRoot())
        switch feature {
        case .corner: self.init(feature, sigma: across, sigmaAlong: across)
        case .edge: self.init(feature, sigma: across, sigmaAlong: sigma)
        }
    }

    private init(_ feature: AimedFeature, sigma: Double, sigmaAlong: Double) {
        (pixel, self.feature, self.sigma, self.sigmaAlong) = (feature.pixel, feature, sigma, sigmaAlong)
    }

    /// What a camera's ray through it meets, with covariance; `driftVariance` is that of the camera's frame, the last
    /// if nil.
    func hit(from camera: Camera, in world: World, driftVariance: Double? = nil) -> HitTestResult? {
        let ray = camera.ray(through: pixel)
        let angleSigma = sigma / max(camera.lens.focalLengthPixels.x, 1)
        guard var hit = world.surfaceHit(along: ray, angleSigma: angleSigma, driftVariance: driftVariance) else {
            return nil
        }
        if let along = direction(on: hit, from: camera) {
            hit.covariance =
                hit.covariance + Matrix3(outerProductOf: along, along) * (sigmaAlong * sigmaAlong - sigma * sigma)
        }
        return hit
    }

    /// What it snapped to, as a measuring tool shows it.
    func snap(on hit: HitTestResult, from camera: Camera) -> Snap? {
        switch feature {
        case .none: nil
        case .corner: .corner
        case .edge: direction(on: hit, from: camera).map { .line(along: $0.normalized) }
        }
    }

    /// Along the edge that it was drawn to, on the surface that was hit, metres a pixel; nil without an edge.
    func direction(on hit: HitTestResult, from camera: Camera) -> Vector3? {
        guard case .edge(_, let direction) = feature else { return nil }
        let ray = camera.ray(through: pixel + direction)
        guard let distance = ray.distance(to: Plane(normal: hit.normal, through: hit.pointInWorld)), distance > 0
        else { return nil }
        let along = ray.point(at: distance) - hit.pointInWorld
        return along.length < 0.1 * hit.distance ? along : nil
    }
}
