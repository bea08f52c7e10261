import Geometry

extension PlaneDetector {
    /// How long a candidate is watched at most, nanoseconds.
    private static let watchNanoseconds: Int64 = 6_000_000_000
    /// How many of a candidate's points are looked at in one call.
    private static let looksACall: UInt32 = 12
    /// At how many updates a candidate's points must be there.
    private static let neededConfirmations = 3

    /// Watches the candidate, or takes a new one; gives it once it has proved to be a surface.
    ///
    /// Gravity says nothing of where an upright plane stands, so that among the landmarks of a chair some always lie near a common
    /// one. A surface stays, and pictures from different sides agree under its homography.
    mutating func watchCandidate(_ free: [SurfacePoint], _ now: Int64) -> DetectedPlane? {
        guard var watched = candidate else {
            var found: DetectedPlane?
            if configuration.findsVertical { found = randomPlane(free, .vertical, now) }
            if found == nil, configuration.findsTilted { found = randomPlane(free, .tilted, now) }
            candidate = found.map { PlaneCandidate(plane: $0, sinceNanoseconds: now) }
            return nil
        }
        if let next = candidate(near: watched.plane.plane, among: free, alignment: watched.plane.alignment, now) {
            watched.plane = next
            watched.confirmations += 1
            watched.misses = 0
        } else {
            watched.misses += 1
        }
        let isTooOld = now - watched.sinceNanoseconds > Self.watchNanoseconds
        let isOver = isTooOld || watched.misses > 2 || watched.isSeenOtherwise
        candidate = isOver ? nil : watched
        guard !isOver, watched.misses == 0, watched.confirmations >= Self.neededConfirmations,
            watched.isSeenAlike || views.isEmpty
        else { return nil }
        candidate = nil
        return watched.plane
    }

    /// Looks at the places of the candidate's points in two pictures.
    mutating func examineCandidate(_ now: Sight, _ kept: [Sight]) {
        guard var watched = candidate else { return }
        let plane = watched.plane
        let members = points.filter { stored in
            stored.plane == nil && plane.contains(stored.point.pointInWorld)
                && abs(plane.plane.signedDistance(to: stored.point.pointInWorld))
                    < tolerance(of: stored.point, along: plane.plane.normal)
        }
        guard !members.isEmpty else { return }
        for step in 0..<min(Self.looksACall, UInt32(members.count)) {
            let index = Int((growthTurn &* Self.looksACall &+ step) % UInt32(members.count))
            let corner = plane.coverage.place(of: members[index].point.pointInWorld) - Vector2(0.5, 0.5)
            guard let patch = patch(corner, plane, now), let other = otherPatch(corner, plane, now, kept),
                patch.variance > SurfacePatch.textured, other.patch.variance > SurfacePatch.textured
            else { continue }
            let alike = patch.correlation(with: other.patch)
            if alike > 0.8 { watched.agreed += 1 }
            if alike < 0.6 { watched.disagreed += 1 }
        }
        candidate = watched
    }
}
