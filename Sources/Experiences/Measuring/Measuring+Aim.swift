import Geometry
import RealModule
import Surfaces
import WorldTracking

extension Measuring {
    /// How near to a plane's edge the aim must be to be drawn to it, as a fraction of the distance.
    private static let edgeReach = 0.015
    /// How far from a right angle a segment may be to be made one, radians.
    private static let rightAngleReach = 0.07

    /// What lies under a pixel, drawn to what is near.
    func aim(at pixel: Vector2, camera: Camera, world: World) -> Aim? {
        if let aim = snappedToPoint(pixel, camera, world) { return aim }
        let aimed = AimedPixel(pixel, in: snapsToPicture ? world.currentFrame : nil, sigma: world.pixelSigma)
        if let aim = raised(aimed, camera) { return aim }
        guard let hit = aimed.hit(from: camera, in: world) else { return nil }
        let aim = Aim(hit: hit, snap: aimed.snap(on: hit, from: camera), confidence: Aim.confidence(of: hit.type))
        if aim.snap != nil { return aim }
        return snappedToRightAngle(aim) ?? (snapsToEdges ? snappedToEdge(aim, world) : nil) ?? aim
    }

    /// The height of a point above the first, or of a box above its base: along the normal, where the ray passes it.
    private func raised(_ aimed: AimedPixel, _ camera: Camera) -> Aim? {
        guard let points = current?.points, let base = points.last, points.count == tool.raisedIndex,
            let hit = base.raised(towards: aimed, seenBy: camera)
        else { return nil }
        return Aim(hit: hit, snap: aimed.snap(on: hit, from: camera), confidence: Aim.confidence(of: base.hitType))
    }

    private func snappedToPoint(_ pixel: Vector2, _ camera: Camera, _ world: World) -> Aim? {
        let reach = snapReach * camera.lens.sizePixels.x
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

    /// A segment that nearly stands at a right angle to the one before is made to.
    private func snappedToRightAngle(_ aim: Aim) -> Aim? {
        guard let points = current?.points, points.count >= 2 else { return nil }
        let corner = points[points.count - 1].pointInWorld
        let before = (corner - points[points.count - 2].pointInWorld).normalized
        let segment = aim.hit.pointInWorld - corner
        let along = dot(segment, before)
        guard segment.length > 0.02, abs(along) < .sin(Self.rightAngleReach) * segment.length else { return nil }
        var snapped = aim
        snapped.hit.pointInWorld -= before * along
        snapped.snap = .rightAngle
        return snapped
    }

    /// The nearest point of the outline of the plane that was hit.
    private func snappedToEdge(_ aim: Aim, _ world: World) -> Aim? {
        guard let identifier = aim.hit.anchorIdentifier,
            let anchor = world.anchors.first(where: { $0.identifier == identifier }), let plane = anchor.plane,
            plane.boundary.count > 2
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
            if distance < best?.distance ?? (Self.edgeReach * aim.hit.distance) { best = (foot, distance) }
        }
        guard let best else { return nil }
        var snapped = aim
        snapped.hit.pointInWorld = anchor.worldFromAnchor * Vector3(best.point.x, local.y, best.point.y)
        snapped.snap = .edge(anchor: identifier)
        return snapped
    }
}
