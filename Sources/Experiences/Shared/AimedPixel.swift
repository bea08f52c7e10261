import Geometry
import Imaging
import Shapes
import WorldTracking

/// A pixel that a person aims at, moved to the corner or the straight edge near it.
public struct AimedPixel: Equatable, Sendable {
    /// Its position after snapping, pixels.
    public private(set) var pixel: Vector2
    /// The corner or edge to which it snapped.
    public private(set) var feature: AimedFeature?
    /// The accuracy of the aim, one standard deviation in each direction except along an edge, pixels.
    let sigma: Double
    /// The same along an edge.
    let sigmaAlong: Double

    /// The accuracy of a detected corner or edge, pixels.
    private static let snappedSigma = 0.3
    /// The growth of the error with the square of the distance from the aim, per pixel: fitted by `WorldBenchmark` to
    /// corners that a person misses by a pixel.
    private static let doubt = 0.13

    /// A pixel without snapping; `sigma` is the accuracy of a person's aim, pixels.
    init(_ pixel: Vector2, sigma: Double) {
        (self.pixel, self.sigma, sigmaAlong) = (pixel, sigma, sigma)
    }

    /// A pixel that snaps to the features of a frame's image; without a frame it does not snap.
    ///
    /// `sigma` is the accuracy of a person's aim, pixels.
    init(_ pixel: Vector2, in frame: Frame?, sigma: Double) {
        guard let frame, let image = frame.image, let lens = frame.camera?.lens, image.width == lens.width,
            image.height == lens.height, let feature = AimedFeatureFinder.feature(near: pixel, in: image)
        else {
            self.init(pixel, sigma: sigma)
            return
        }
        let across = Self.sigma(of: feature, aimedAt: pixel, sigma)
        switch feature {
        case .corner: self.init(feature, sigma: across, sigmaAlong: across)
        case .edge: self.init(feature, sigma: across, sigmaAlong: sigma)
        }
    }

    /// A pixel that snaps to a corner where earlier images say it is; nil if that is too far from the aim.
    ///
    /// `sigma` is the accuracy of a person's aim, pixels.
    init?(_ pixel: Vector2, recalling corner: Vector2, lens: CameraModel, sigma: Double) {
        guard (corner - pixel).length < AimedFeatureFinder.cornerReach(inWidth: lens.width) else { return nil }
        let across = Self.sigma(of: .corner(corner), aimedAt: pixel, sigma)
        self.init(.corner(corner), sigma: across, sigmaAlong: across)
    }

    /// The accuracy of a feature as what is meant: the farther from the aim, the less certainly it is.
    private static func sigma(of feature: AimedFeature, aimedAt pixel: Vector2, _ sigma: Double) -> Double {
        let moved = feature.pixel - pixel
        let doubt = doubt * dot(moved, moved)
        return min(sigma, (snappedSigma * snappedSigma + doubt * doubt).squareRoot())
    }

    private init(_ feature: AimedFeature, sigma: Double, sigmaAlong: Double) {
        (pixel, self.feature, self.sigma, self.sigmaAlong) = (feature.pixel, feature, sigma, sigmaAlong)
    }

    /// The hit of a camera's ray through it, with covariance; `driftVariance` is that of the camera's frame, or the
    /// last one if nil.
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

    /// The feature to which it snapped, in the measuring tool's form.
    func snap(on hit: HitTestResult, from camera: Camera) -> Snap? {
        switch feature {
        case .none: nil
        case .corner: .corner
        case .edge: direction(on: hit, from: camera).map { .line(along: $0.normalized) }
        }
    }

    /// The direction of the edge to which it snapped, on the surface that was hit, metres per pixel; nil without an
    /// edge.
    func direction(on hit: HitTestResult, from camera: Camera) -> Vector3? {
        guard case .edge(_, let direction) = feature else { return nil }
        let ray = camera.ray(through: pixel + direction)
        guard let distance = ray.distance(to: Plane(normal: hit.normal, through: hit.pointInWorld)), distance > 0
        else { return nil }
        let along = ray.point(at: distance) - hit.pointInWorld
        return along.length < 0.1 * hit.distance ? along : nil
    }
}
