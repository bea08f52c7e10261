import Geometry
import Surfaces

extension WorldBuilder {
    /// What a pixel of the last frame shows, to be measured: the hit to trust most, and on a found plane the surface itself, which may
    /// stand out of the plane by some millimetres as a magazine does.
    public func surfaceHit(_ pixel: Vector2, types: HitTestTypes = .all) -> HitTestResult? {
        guard let camera = currentFrame?.camera, pixel.isFinite else { return nil }
        let angleSigma = pixelSigma / max(camera.lens.focalLengthPixels.x, 1)
        return surfaceHit(along: camera.ray(through: pixel), angleSigma: angleSigma, types: types)
    }

    /// What a ray of the world meets, to be measured; `angleSigma` is how well the ray's direction is known, radians.
    ///
    /// `driftVariance` is that of the frame in which the ray was seen, the last where nil.
    public func surfaceHit(
        along ray: Ray,
        angleSigma: Double,
        driftVariance: Double? = nil,
        types: HitTestTypes = .all
    ) -> HitTestResult? {
        guard ray.origin.isFinite, ray.direction.isFinite else { return nil }
        let tester = tester(driftVariance: driftVariance ?? currentFrame?.driftVariance ?? 0)
        let hits = tester.hits(along: ray, angleSigma: angleSigma, types: types)
        guard let best = HitTestResult.preferred(among: hits) else { return nil }
        guard best.type == .existingPlaneUsingExtent,
            let anchor = anchors.first(where: { $0.identifier == best.anchorIdentifier })?.plane,
            let plane = planes.first(where: { $0.identifier == anchor.planeIdentifier })
        else { return best }
        let relief = detector.relief(along: ray, on: plane)
        let surface = Plane(normal: plane.plane.normal, offset: plane.plane.offset + relief.height)
        guard
            var result = tester.planeHit(
                surface,
                sigma: (plane.offsetSigma * plane.offsetSigma + relief.sigma * relief.sigma).squareRoot(),
                tilt: plane,
                ray,
                angleSigma
            )
        else { return best }
        result.type = best.type
        result.anchorIdentifier = best.anchorIdentifier
        return result
    }

    /// Whether, as far as is known now, a ray passes so close by the outline of a plane nearer than a hit on it that it may have met that one instead.
    public func isDoubtful(_ hit: HitTestResult, along ray: Ray) -> Bool { tester.isBehindEdge(ray, hit.distance) }
}
