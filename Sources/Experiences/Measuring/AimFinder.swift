import Geometry
import RealModule
import Surfaces
import WorldTracking

/// Finds what lies under the aim, and snaps it to what is near: points set before, corners and edges of the image, a
/// right angle.
struct AimFinder {
    /// Limits of snapping.
    struct Tuning: Sendable {
        /// Distance from the aim within which an earlier point attracts it.
        ///
        /// Unit: fraction of the image's width. Range: 0.01…0.06. Origin: by hand: about a fingertip on a screen.
        var pointReach = 0.03
        /// Distance from the outline of a plane within which it attracts the aim.
        ///
        /// Unit: fraction of the distance from the camera. Range: 0.005…0.05. Origin: by hand.
        var outlineReach = 0.015
        /// Deviation from a right angle that is taken for one.
        ///
        /// Unit: radians. Range: 0.02…0.15. Origin: by hand: 4°.
        var rightAngleReach = 0.07
        /// Length below which a segment has no direction to compare.
        ///
        /// Unit: metres. Range: 0.01…0.05. Origin: by hand.
        var shortestSegment = 0.02
        /// Standard deviation of a person's aim in each axis.
        ///
        /// Unit: pixels. Range: 1…3. Origin: people miss a corner by 2 to 4 pixels.
        var aimSigma = 2.0
    }

    /// The finished measurements, whose points attract the aim.
    let measurements: [Measurement]
    /// The measurement being made.
    let current: Measurement?
    /// What is measured.
    let tool: MeasuringTool
    /// Whether the outlines of planes attract the aim.
    let snapsToEdges: Bool
    /// Whether corners and edges of the image attract the aim.
    let snapsToImage: Bool

    private static let tuning = Tuning()

    /// The standard deviation of a person's aim in each axis, pixels.
    static func aimSigma(in world: World) -> Double { max(world.pixelSigma, tuning.aimSigma) }

    /// The hit at a pixel, after snapping; nil if nothing is known there.
    func aim(at pixel: Vector2, camera: Camera, world: World) -> Aim? {
        if let aim = snappedToPoint(pixel, camera) { return aim }
        let sigma = Self.aimSigma(in: world)
        let aimed = AimedPixel(pixel, in: snapsToImage ? world.currentFrame : nil, sigma: sigma)
        if let aim = raised(aimed, camera) { return aim }
        guard let hit = aimed.hit(from: camera, in: world) else { return nil }
        let aim = Aim(hit: hit, snap: aimed.snap(on: hit, from: camera), confidence: Aim.confidence(of: hit.type))
        if aim.snap != nil { return aim }
        return snappedToRightAngle(aim) ?? (snapsToEdges ? snappedToOutline(aim, world) : nil) ?? aim
    }

    /// The top of a height or of a box: the point of the normal through its base that is nearest to the ray.
    private func raised(_ aimed: AimedPixel, _ camera: Camera) -> Aim? {
        guard let points = current?.points, let base = points.last, points.count == tool.raisedIndex,
            let hit = base.raised(towards: aimed, seenBy: camera)
        else { return nil }
        return Aim(hit: hit, snap: aimed.snap(on: hit, from: camera), confidence: Aim.confidence(of: base.hitType))
    }

    private func snappedToPoint(_ pixel: Vector2, _ camera: Camera) -> Aim? {
        let reach = Self.tuning.pointReach * camera.lens.sizePixels.x
        var best: (point: MeasuredPoint, snap: Snap, distance: Double)?
        func consider(_ point: MeasuredPoint, _ snap: Snap) {
            guard let seen = camera.pixel(of: point.pointInWorld) else { return }
            let distance = (seen - pixel).length
            if distance < best?.distance ?? reach { best = (point, snap, distance) }
        }
        for measurement in measurements {
            for (index, point) in measurement.points.enumerated() {
                consider(point, .point(measurement: measurement.identifier, index: index))
            }
        }
        if let current, tool.pointCount == nil, current.points.count > 2 { consider(current.points[0], .closing) }
        guard let best else { return nil }
        let hit = HitTestResult(
            type: best.point.hitType,
            distance: (best.point.pointInWorld - camera.positionInWorld).length,
            pointInWorld: best.point.pointInWorld,
            covariance: best.point.covariance,
            normal: best.point.normal,
            anchorIdentifier: nil
        )
        return Aim(hit: hit, snap: best.snap, confidence: Aim.confidence(of: best.point.hitType))
    }

    /// A segment that is nearly at a right angle to the one before is made exactly so.
    private func snappedToRightAngle(_ aim: Aim) -> Aim? {
        guard let points = current?.points, points.count >= 2 else { return nil }
        let corner = points[points.count - 1].pointInWorld
        let before = (corner - points[points.count - 2].pointInWorld).normalized
        let segment = aim.hit.pointInWorld - corner
        let along = dot(segment, before)
        guard segment.length > Self.tuning.shortestSegment,
            abs(along) < .sin(Self.tuning.rightAngleReach) * segment.length
        else { return nil }
        var snapped = aim
        snapped.hit.pointInWorld -= before * along
        snapped.snap = .rightAngle
        return snapped
    }

    /// The nearest point of the outline of the plane that was hit.
    private func snappedToOutline(_ aim: Aim, _ world: World) -> Aim? {
        guard let identifier = aim.hit.anchorIdentifier, let anchor = world.anchor(identifier),
            let plane = anchor.plane, plane.boundary.count > 2
        else { return nil }
        let local = anchor.worldFromAnchor.inverse * aim.hit.pointInWorld
        let point = Vector2(local.x, local.z)
        var best: (point: Vector2, distance: Double)?
        for index in plane.boundary.indices {
            let start = plane.boundary[index]
            let edge = plane.boundary[(index + 1) % plane.boundary.count] - start
            let fraction = min(1, max(0, dot(point - start, edge) / max(dot(edge, edge), 1e-12)))
            let foot = start + edge * fraction
            let distance = (foot - point).length
            if distance < best?.distance ?? (Self.tuning.outlineReach * aim.hit.distance) { best = (foot, distance) }
        }
        guard let best else { return nil }
        var snapped = aim
        snapped.hit.pointInWorld = anchor.worldFromAnchor * Vector3(best.point.x, local.y, best.point.y)
        snapped.snap = .edge(anchor: identifier)
        return snapped
    }
}
