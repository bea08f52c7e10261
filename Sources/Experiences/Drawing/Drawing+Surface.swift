import Geometry
import WorldTracking

extension Drawing {
    /// A stroke on a guessed surface goes no further from the camera in one step than this many times where it is.
    private static let guessReach = 1.5

    /// Where the tip meets a surface; planes come first: ink belongs on a table, not on a landmark above it.
    ///
    /// A stroke that has begun stays on its surface, found or guessed: outlines grow only where landmarks are, and a plain table has few.
    func surface(
        in world: World,
        at pixel: Vector2,
        after last: HitTestResult?,
        _ camera: Camera
    ) -> HitTestResult? {
        let hits = world.hitTest(pixel, types: [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .existingPlane])
        let best = HitTestResult.preferred(among: hits)
        guard let open = openIndex else { return best }
        guard let anchor = strokes[open].planeAnchor else {
            return guessed(strokes[open], after: last, at: pixel, camera) ?? best
        }
        return hits.first { $0.anchorIdentifier == anchor } ?? best
    }

    /// Where a pixel meets the surface that a stroke was guessed to lie on: the last hit, moved along it.
    private func guessed(
        _ stroke: InkStroke,
        after last: HitTestResult?,
        at pixel: Vector2,
        _ camera: Camera
    ) -> HitTestResult? {
        guard var hit = last else { return nil }
        let ray = camera.ray(through: pixel)
        let plane = Plane(normal: stroke.normal, through: stroke.points[0])
        guard let distance = ray.distance(to: plane), distance < Self.guessReach * hit.distance else { return nil }
        hit.distance = distance
        hit.pointInWorld = ray.point(at: distance)
        return hit
    }
}
