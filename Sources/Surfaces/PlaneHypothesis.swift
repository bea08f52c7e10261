import Geometry

/// The tests that a guessed plane must pass to be a new one.
enum PlaneHypothesis {
    /// The plane near a guess, if its landmarks are enough, hang together, and stand out from what lies above and
    /// below.
    ///
    /// Its identifier is 0 until it gets one.
    static func verified(
        near guess: Plane,
        among free: [WorldLandmark],
        alignment: PlaneAlignment,
        _ store: LandmarkStore,
        _ context: DetectionContext
    ) -> DetectedPlane? {
        let configuration = context.configuration
        let requiredCount = configuration.requiredCount(alignment)
        let near = inliers(of: guess, among: free, alignment, configuration)
        var members = LandmarkCluster.largest(among: near, configuration)
        guard members.count >= requiredCount,
            let fit = PlaneFit.fit(members, near: guess, alignment: alignment, thickness: configuration.thickness)
        else { return nil }
        members = inliers(of: fit.plane, among: free, alignment, configuration)
        var coverage = PlaneEvidence.coverage(of: fit.plane, around: members, store, context)
        members = LandmarkCluster.largest(among: members, on: coverage, configuration)
        for member in members {
            coverage.add(PlaneCoverage.tuning.surfaceEvidence, at: coverage.cell(of: member.pointInWorld))
        }
        let plane = DetectedPlane(fit, alignment: alignment, coverage: coverage, context)
        guard members.count >= requiredCount,
            let outlined = PlaneOutline.outlined(plane, members: members, configuration),
            standsOut(outlined, store, configuration), alignment == .horizontal || isEven(outlined, members),
            outlined.openShare < 0.25
        else { return nil }
        return outlined
    }

    private static func inliers(
        of plane: Plane,
        among free: [WorldLandmark],
        _ alignment: PlaneAlignment,
        _ configuration: PlaneDetectorConfiguration
    ) -> [WorldLandmark] {
        let limit = configuration.pointSigmaLimit(alignment)
        return free.filter { landmark in
            abs(plane.signedDistance(to: landmark.pointInWorld))
                < configuration.tolerance(of: landmark, along: plane.normal)
                && landmark.sigma(along: plane.normal) < limit
        }
    }

    /// Whether the landmarks over and under the outline are denser on the plane than near it.
    ///
    /// A slice through clutter holds as much as its share of the thicker slice around it, give or take the chance of
    /// the draw, of which the search has picked the best; a surface holds over half of it.
    private static func standsOut(
        _ plane: DetectedPlane,
        _ store: LandmarkStore,
        _ configuration: PlaneDetectorConfiguration
    ) -> Bool {
        var on = 0.0
        var near = 0.0
        var byChance = 0.0
        for entry in store.entries where plane.contains(entry.landmark.pointInWorld, margin: configuration.thickness) {
            let distance = abs(plane.plane.signedDistance(to: entry.landmark.pointInWorld))
            let tolerance = configuration.tolerance(of: entry.landmark, along: plane.plane.normal)
            let around = max(5 * tolerance, 8 * configuration.thickness)
            guard distance < around else { continue }
            near += 1
            byChance += tolerance / around
            if distance < tolerance, entry.plane == nil { on += 1 }
        }
        let spread = (byChance * (1 - byChance / max(near, 1))).squareRoot()
        return on > 0.55 * near && on > byChance + 8 * spread
    }

    /// Whether each third of a plane's length and of its width has its share of landmarks: a plane through two edges
    /// that lie at different heights has none in its middle.
    private static func isEven(_ plane: DetectedPlane, _ members: [WorldLandmark]) -> Bool {
        var counts = (SIMD3<Int>.zero, SIMD3<Int>.zero)
        for member in members {
            let position = plane.local(member.pointInWorld) / plane.extent + Vector2(0.5, 0.5)
            counts.0[max(0, min(2, Int(3 * position.x)))] += 1
            counts.1[max(0, min(2, Int(3 * position.y)))] += 1
        }
        return 8 * min(counts.0.min(), counts.1.min()) >= members.count
    }
}
