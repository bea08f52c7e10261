import Geometry

extension PlaneDetector {
    /// At most one new plane among the points that lie on none.
    mutating func searchForPlane(_ now: Int64) -> DetectedPlane? {
        let free = points.filter { $0.plane == nil }.map { $0.point }
        guard free.count >= configuration.minimumPointCount else { return nil }
        var found: DetectedPlane?
        if configuration.findsHorizontal { found = horizontalPlane(free, now) }
        if found == nil, configuration.findsVertical || configuration.findsTilted { found = watchCandidate(free, now) }
        guard let plane = found?.named(nextIdentifier) else { return nil }
        nextIdentifier += 1
        planes.append(plane)
        return plane
    }

    /// The level plane with the most points, by a window slid over the sorted heights.
    private func horizontalPlane(_ free: [SurfacePoint], _ now: Int64) -> DetectedPlane? {
        let up = Vector3(0, 1, 0)
        let known = free.filter { $0.sigma(along: up) < configuration.maximumPointSigma / 2 }
        guard !known.isEmpty else { return nil }
        let reach = known.map { tolerance(of: $0, along: up) }.sorted()[known.count / 2]
        var heights = known.map { $0.pointInWorld.y }.sorted()
        for _ in 0..<3 {
            guard let window = densestWindow(heights, reach: reach) else { return nil }
            let height = heights[(window.lowerBound + window.upperBound) / 2]
            let start = facingCamera(Plane(normal: up, offset: height))
            if let plane = candidate(near: start, among: known, alignment: .horizontal, now) { return plane }
            heights.removeSubrange(window)
        }
        return nil
    }

    private func densestWindow(_ heights: [Double], reach: Double) -> Range<Int>? {
        var best = 0..<0
        var low = 0
        for high in heights.indices {
            while heights[high] - heights[low] > 2 * reach { low += 1 }
            if high + 1 - low > best.count { best = low..<(high + 1) }
        }
        return best.count >= requiredCount(.horizontal) ? best : nil
    }

    /// An upright or tilted plane by random pairs or triples of neighbours (RANSAC).
    mutating func randomPlane(
        _ free: [SurfacePoint],
        _ alignment: PlaneAlignment,
        _ now: Int64
    ) -> DetectedPlane? {
        guard free.count >= requiredCount(alignment) else { return nil }
        var best: (plane: Plane, count: Int)?
        for _ in 0..<configuration.searchRounds {
            let first = free[generator.nextIndex(below: free.count)].pointInWorld
            let second = free[generator.nextIndex(below: free.count)].pointInWorld - first
            let third = free[generator.nextIndex(below: free.count)].pointInWorld - first
            let normal = alignment == .vertical ? cross(Vector3(0, 1, 0), second) : cross(second, third)
            guard second.length < 1.5, third.length < 1.5, normal.length > 0.003 else { continue }
            let plane = Plane(normal: normal, through: first)
            guard PlaneDetector.alignment(of: plane.normal) == alignment,
                alignment != .tilted || PlaneDetector.isClearlyTilted(plane.normal)
            else { continue }
            var count = 0
            for point in free
            where abs(plane.signedDistance(to: point.pointInWorld)) < tolerance(of: point, along: plane.normal) {
                count += 1
            }
            if count > best?.count ?? requiredCount(alignment) - 1 { best = (plane, count) }
        }
        guard let best else { return nil }
        return candidate(near: facingCamera(best.plane), among: free, alignment: alignment, now)
    }

    /// A plane at a guess, if its points are enough, hang together, and stand out from what lies above and below.
    func candidate(
        near guess: Plane,
        among free: [SurfacePoint],
        alignment: PlaneAlignment,
        _ now: Int64
    ) -> DetectedPlane? {
        var members = largestCluster(inliers(of: guess, among: free, alignment))
        guard members.count >= requiredCount(alignment),
            let fit = fit(members, near: guess, alignment: alignment)
        else { return nil }
        members = inliers(of: fit.plane, among: free, alignment)
        var coverage = coverage(of: fit.plane, around: members, now)
        members = largestCluster(members, on: coverage)
        for member in members { coverage.add(PlaneCoverage.enough, at: coverage.cell(of: member.pointInWorld)) }
        let plane = DetectedPlane(
            identifier: nextIdentifier,
            alignment: alignment,
            firstSeenNanoseconds: now,
            plane: fit.plane,
            worldFromPlane: RigidTransform(rotation: .identity, translation: .zero),
            extent: .zero,
            boundary: [],
            pointCount: 0,
            offsetSigma: fit.offsetSigma,
            normalSigma: fit.normalSigma,
            drift: DriftSpan(middle: driftVariance),
            lostSinceNanoseconds: nil,
            scaleSigma: scaleSigma,
            coverage: coverage
        )
        guard members.count >= requiredCount(alignment), let outlined = outlined(plane, members: members),
            standsOut(outlined), alignment == .horizontal || isEven(outlined, members), openShare(of: outlined) < 0.25
        else { return nil }
        return outlined
    }

    private func inliers(
        of plane: Plane,
        among free: [SurfacePoint],
        _ alignment: PlaneAlignment
    ) -> [SurfacePoint] {
        let limit = pointSigmaLimit(alignment)
        return free.filter { point in
            abs(plane.signedDistance(to: point.pointInWorld)) < tolerance(of: point, along: plane.normal)
                && point.sigma(along: plane.normal) < limit
        }
    }

    /// How well a landmark must be known along the normal to speak for a new plane, metres.
    ///
    /// Gravity holds a level plane; of another one landmarks must tell whether it is one: the fronts and backs of a shelf's books lie
    /// within what is unknown of landmarks three metres away.
    private func pointSigmaLimit(_ alignment: PlaneAlignment) -> Double {
        configuration.maximumPointSigma * (alignment == .horizontal ? 0.5 : 0.27)
    }

    /// Whether the points over and under the outline are denser on the plane than near it.
    ///
    /// A slice through clutter holds as much as its share of the thicker slice around it, give or take the chance of the draw, of
    /// which the search has picked the best; a surface holds over half of it.
    private func standsOut(_ plane: DetectedPlane) -> Bool {
        var on = 0.0
        var near = 0.0
        var byChance = 0.0
        for stored in points where plane.contains(stored.point.pointInWorld, margin: configuration.thickness) {
            let distance = abs(plane.plane.signedDistance(to: stored.point.pointInWorld))
            let tolerance = tolerance(of: stored.point, along: plane.plane.normal)
            let around = max(5 * tolerance, 8 * configuration.thickness)
            guard distance < around else { continue }
            near += 1
            byChance += tolerance / around
            if distance < tolerance, stored.plane == nil { on += 1 }
        }
        let spread = (byChance * (1 - byChance / max(near, 1))).squareRoot()
        return on > 0.55 * near && on > byChance + 8 * spread
    }

    /// Whether each third of a plane's length and of its width has its share of points: a plane through two edges that lie at different
    /// heights has none in its middle.
    private func isEven(_ plane: DetectedPlane, _ members: [SurfacePoint]) -> Bool {
        var counts = (SIMD3<Int>.zero, SIMD3<Int>.zero)
        for member in members {
            let place = plane.local(member.pointInWorld) / plane.extent + Vector2(0.5, 0.5)
            counts.0[max(0, min(2, Int(3 * place.x)))] += 1
            counts.1[max(0, min(2, Int(3 * place.y)))] += 1
        }
        return 8 * min(counts.0.min(), counts.1.min()) >= members.count
    }

    /// Of the outline, the share where something was seen through the plane.
    func openShare(of plane: DetectedPlane) -> Double {
        let coverage = plane.coverage
        let open = coverage.known.count { place in
            guard place.evidence <= -PlaneCoverage.enough else { return false }
            return plane.contains(coverage.point(Vector2(Double(place.cell.x) + 0.5, Double(place.cell.y) + 0.5)))
        }
        return Double(open) * coverage.cell * coverage.cell / max(plane.area, 1e-6)
    }

    /// Whether a plane that was found still stands out, and few things are seen through it; level ones, which most points hold, do.
    func stillStandsOut(_ plane: DetectedPlane) -> Bool {
        guard plane.alignment != .horizontal else { return true }
        guard openShare(of: plane) < 0.4 else { return false }
        guard plane.alignment == .tilted else { return true }
        var (on, near) = (0, 0)
        for stored in points where plane.contains(stored.point.pointInWorld, margin: configuration.thickness) {
            let distance = abs(plane.plane.signedDistance(to: stored.point.pointInWorld))
            guard distance < 8 * configuration.thickness else { continue }
            near += 1
            if stored.plane == plane.identifier { on += 1 }
        }
        return 2 * on >= near
    }

    private func requiredCount(_ alignment: PlaneAlignment) -> Int {
        switch alignment {
        case .horizontal: configuration.minimumPointCount
        case .vertical: configuration.minimumPointCount * 3 / 2
        case .tilted: configuration.minimumPointCount * 2
        }
    }

    private func facingCamera(_ plane: Plane) -> Plane {
        guard plane.signedDistance(to: cameraInWorld) < 0 else { return plane }
        return Plane(normal: -plane.normal, offset: -plane.offset)
    }

    /// Whether a surface is neither level nor upright by 12°: what is nearer to one of them is that, and its landmarks are bad.
    private static func isClearlyTilted(_ normal: Vector3) -> Bool {
        let rise = abs(normal.y)
        return rise < Double.cosine(of: 12 * .pi / 180) && rise > Double.sine(of: 12 * .pi / 180)
    }

    /// Level within 5°, upright within 5°, else tilted.
    static func alignment(of normal: Vector3) -> PlaneAlignment {
        let rise = abs(normal.y)
        if rise > Double.cosine(of: 5 * .pi / 180) { return .horizontal }
        return rise < Double.sine(of: 5 * .pi / 180) ? .vertical : .tilted
    }
}
