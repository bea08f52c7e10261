import Experiences
import Geometry
import WorldTracking

/// One end of a measurement: a pixel of a picture, what it met then, and the ray to meet it again when more is known.
struct PickedEnd {
    private let pick: MeasureCommand.Pick
    private var bestOffset = Double.infinity
    private var camera: Camera?
    private var hit: HitTestResult?
    private var isOutside = false

    init(pick: MeasureCommand.Pick) { self.pick = pick }

    /// Takes a frame in, of which the nearest to the picked time counts; `origin` is the first picture's stamp, nanoseconds.
    mutating func look(at frame: Frame, in world: WorldBuilder, origin: Int64) {
        // No recording lasts a year: larger numbers are absolute stamps.
        let isAbsolute = pick.seconds > 3e7 || Double(origin) * 1e-9 <= pick.seconds && origin > 10_000_000_000
        let wanted = isAbsolute ? pick.seconds : Double(origin) * 1e-9 + pick.seconds
        let offset = abs(Double(frame.timestampNanoseconds) * 1e-9 - wanted)
        guard offset < bestOffset else { return }
        bestOffset = offset
        camera = frame.camera
        isOutside = frame.camera.map { !$0.lens.contains(pick.pixel) } ?? false
        hit = HitTestResult.preferred(among: world.hitTest(pick.pixel))
    }

    /// The point as it is known now: on a plane found since where the ray meets one, else what was met then.
    func point(in world: WorldBuilder) -> MeasuredPoint? {
        guard let camera, !isOutside, bestOffset < 1 else { return nil }
        let ray = camera.ray(through: pick.pixel)
        var later = HitTestResult.preferred(among: world.rayCast(ray))
        // The pixel's share of the covariance, which a ray of the world does not have.
        if let found = later {
            let sideways = world.pixelSigma / camera.lens.focalLengthPixels.x * found.distance
            later?.covariance = found.covariance + Matrix3(diagonal: Vector3(repeating: sideways * sideways))
        }
        guard let best = HitTestResult.preferred(among: [later, hit].compactMap { $0 }) else { return nil }
        return MeasuredPoint(
            anchorIdentifier: -1,
            pointInWorld: best.pointInWorld,
            covariance: best.covariance,
            normal: best.normal,
            hitType: best.type
        )
    }

    /// Why there is no point.
    func reason(_ option: String) -> String {
        if bestOffset >= 1 { return "\(option): no picture within a second of that time" }
        if isOutside { return "\(option): the pixel lies outside the picture" }
        if camera == nil { return "\(option): the session had no pose at that time" }
        return "\(option): nothing is known at that pixel: no plane and no landmark near it"
    }
}
