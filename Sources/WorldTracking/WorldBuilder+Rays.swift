import Geometry
import Surfaces

extension WorldBuilder {
    /// How many rays are tracked at most.
    public static let trackedRayCapacity = 64

    /// Tracks what a pixel of the last frame shows: the ray is cast anew with every frame, and `rayUpdated` tells when it meets something else
    /// or the same is known better.
    ///
    /// With `.instantPlacement` among the types it has a hit at once, marked as such, until something is found. Nil where there is no pose, or too
    /// many rays are tracked.
    public mutating func trackRay(
        through pixel: Vector2,
        types: HitTestTypes = [.all, .instantPlacement]
    ) -> TrackedRay? {
        guard let camera = currentFrame?.camera, pixel.isFinite else { return nil }
        let angleSigma = pixelSigma / max(camera.lens.focalLengthPixels.x, 1)
        return trackRay(camera.ray(through: pixel), angleSigma: angleSigma, types: types)
    }

    /// Tracks what a ray of the world meets; `angleSigma` is how well its direction is known, radians.
    public mutating func trackRay(
        _ ray: Ray,
        angleSigma: Double = 0,
        types: HitTestTypes = [.all, .instantPlacement]
    ) -> TrackedRay? {
        guard isPlaced, ray.origin.isFinite, ray.direction.isFinite, rays.count < Self.trackedRayCapacity else {
            return nil
        }
        var tracked = TrackedRay(
            identifier: nextRayIdentifier,
            ray: ray,
            types: types,
            angleSigma: angleSigma,
            driftVariance: currentFrame?.driftVariance ?? 0
        )
        nextRayIdentifier += 1
        tracked.hit = cast(tracked)
        rays.append(tracked)
        return tracked
    }

    /// Stops tracking a ray; gives false where none of that identifier is tracked.
    @discardableResult
    public mutating func stopTracking(ray identifier: Int32) -> Bool {
        guard let index = rays.firstIndex(where: { $0.identifier == identifier }) else { return false }
        rays.remove(at: index)
        return true
    }

    /// Casts the tracked rays anew and tells of those that meet something else.
    mutating func refineRays() {
        for index in rays.indices {
            let old = rays[index].hit
            let plane = old?.anchorIdentifier
            let isPlaneLost = plane != nil && !anchors.contains { $0.identifier == plane }
            let next = rays[index].better(cast(rays[index]), isPlaneLost: isPlaneLost)
            guard TrackedRay.differ(old, next) else { continue }
            rays[index].hit = next
            events.append(.rayUpdated(rays[index]))
        }
    }

    private func cast(_ tracked: TrackedRay) -> HitTestResult? {
        let tester = tester(driftVariance: tracked.driftVariance)
        let hits = tester.hits(along: tracked.ray, angleSigma: tracked.angleSigma, types: tracked.types)
        return HitTestResult.preferred(among: hits)
    }
}
