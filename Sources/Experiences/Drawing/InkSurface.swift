import Geometry
import WorldTracking

/// Finds the surface under a pen's tip, and the plane on which a stroke lies.
enum InkSurface {
    /// How ink keeps to surfaces.
    struct Tuning: Sendable {
        /// How far a stroke on an estimated surface may go in one step, against its distance from the camera.
        ///
        /// Unit: ratio. Range: 1.2…3. Origin: by hand.
        var estimatedReach = 1.5
        /// Distance from a plane found later within which ink moves onto it.
        ///
        /// Unit: metres. Range: 0.01…0.1. Origin: by hand.
        var planeReach = 0.03
        /// Margin by which ink may lie outside a plane that was found later.
        ///
        /// Unit: metres. Range: 0…0.3. Origin: by hand.
        var planeMargin = 0.1
        /// Ink follows its plane in steps of this, so that its shape is not made anew with every frame.
        ///
        /// Unit: metres. Range: 0.0001…0.001. Origin: by hand: a third of a millimetre is not visible.
        var followingStep = 0.0003
    }

    private static let tuning = Tuning()

    /// The tip's hit on a surface; planes have priority over landmarks, since ink belongs on a table and not on objects
    /// on it.
    ///
    /// An open stroke stays on its surface, detected or estimated: outlines grow only with landmarks, and a plain table
    /// has few.
    static func hit(
        in world: World,
        along ray: Ray,
        continuing stroke: InkStroke?,
        after last: HitTestResult?
    ) -> HitTestResult? {
        let hits = world.rayCast(ray, types: [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .existingPlane])
        let best = HitTestResult.preferred(among: hits)
        guard let stroke else { return best }
        guard let anchor = stroke.planeAnchor else {
            return hitOnEstimate(of: stroke, after: last, along: ray) ?? best
        }
        return hits.first { $0.anchorIdentifier == anchor } ?? best
    }

    /// The intersection of a ray with the stroke's estimated surface: the last hit, moved along that surface.
    private static func hitOnEstimate(
        of stroke: InkStroke,
        after last: HitTestResult?,
        along ray: Ray
    ) -> HitTestResult? {
        guard var hit = last else { return nil }
        let plane = Plane(normal: stroke.normal, through: stroke.points[0])
        guard let distance = ray.distance(to: plane), distance < tuning.estimatedReach * hit.distance else {
            return nil
        }
        hit.distance = distance
        hit.pointInWorld = ray.point(at: distance)
        return hit
    }

    /// Moves a stroke onto its plane; one without a plane gets a nearby plane detected since, if any.
    static func moveToPlane(_ stroke: inout InkStroke, in world: World) {
        guard !stroke.points.isEmpty,
            let anchor = stroke.planeAnchor.flatMap(world.anchor) ?? nearestPlane(to: stroke, in: world)
        else { return }
        stroke.lie(on: anchor, step: tuning.followingStep)
    }

    private static func nearestPlane(to stroke: InkStroke, in world: World) -> Anchor? {
        var best: (anchor: Anchor, distance: Double)?
        for anchor in world.anchors {
            guard let plane = anchor.plane, plane.boundary.count > 2 else { continue }
            let local = stroke.points.map { anchor.worldFromAnchor.inverse * $0 }
            let distance = local.map { abs($0.y) }.max() ?? .infinity
            let half = plane.extent / 2 + Vector2(tuning.planeMargin, tuning.planeMargin)
            let isOver = local.allSatisfy {
                abs($0.x - plane.center.x) < half.x && abs($0.z - plane.center.z) < half.y
            }
            if isOver, distance < best?.distance ?? tuning.planeReach { best = (anchor, distance) }
        }
        return best?.anchor
    }
}
