import Geometry

/// Searches for new planes among the landmarks that lie on none.
struct PlaneSearch: Sendable {
    /// An upright or tilted plane that is watched for a while before it is reported.
    private struct Candidate {
        var plane: DetectedPlane
        let sinceNanoseconds: Int64
        /// At how many updates its landmarks were still there, and at how many in a row they were not.
        var confirmations = 0
        var misses = 0
        /// Around how many of its landmarks two images showed the same, and around how many they did not.
        var agreed = 0
        var disagreed = 0

        /// Whether images were compared often enough, and agreed.
        var isConfirmedByImages: Bool { agreed >= 12 && agreed >= 3 * disagreed }
        /// Whether images show that the space is empty.
        var isRefutedByImages: Bool { disagreed >= 6 && 2 * disagreed > agreed }
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Time for which a candidate is watched at most.
        ///
        /// Unit: nanoseconds. Range: 2…15 s. Origin: by hand.
        var watchNanoseconds: Int64 = 6_000_000_000
        /// Number of a candidate's landmarks that are compared in one call.
        ///
        /// Unit: landmarks. Range: 4…40. Origin: by hand: the time of one step.
        var comparisonsPerCall: UInt32 = 12
        /// Number of updates at which a candidate's landmarks must be there.
        ///
        /// Unit: updates. Range: 2…6. Origin: by hand.
        var requiredConfirmations = 3
    }

    private static let tuning = Tuning()

    private var generator = SeededGenerator(seed: 1)
    private var candidate: Candidate?

    /// At most one new plane; `hasViews` says whether there are images to confirm an upright or tilted one.
    mutating func newPlane(_ store: LandmarkStore, hasViews: Bool, _ context: DetectionContext) -> DetectedPlane? {
        let configuration = context.configuration
        let free = store.free
        guard free.count >= configuration.minimumPointCount else { return nil }
        if configuration.findsHorizontal, let found = Self.horizontalPlane(free, store, context) { return found }
        guard configuration.findsVertical || configuration.findsTilted else { return nil }
        return watchCandidate(free, store, hasViews: hasViews, context)
    }

    /// Gives the candidate up: the world has changed.
    mutating func reset() { candidate = nil }

    // MARK: Level planes

    /// The level plane with the most landmarks, by a window slid over the sorted heights.
    private static func horizontalPlane(
        _ free: [WorldLandmark],
        _ store: LandmarkStore,
        _ context: DetectionContext
    ) -> DetectedPlane? {
        let up = Vector3(0, 1, 0)
        let configuration = context.configuration
        let known = free.filter { $0.sigma(along: up) < configuration.maximumPointSigma / 2 }
        guard !known.isEmpty else { return nil }
        let reach = known.map { configuration.tolerance(of: $0, along: up) }.sorted()[known.count / 2]
        let requiredCount = configuration.requiredCount(.horizontal)
        var heights = known.map { $0.pointInWorld.y }.sorted()
        for _ in 0..<3 {
            let window = densestWindow(heights, reach: reach)
            guard window.count >= requiredCount else { return nil }
            let height = heights[(window.lowerBound + window.upperBound) / 2]
            let start = context.facingCamera(Plane(normal: up, offset: height))
            let plane = PlaneHypothesis.verified(near: start, among: known, alignment: .horizontal, store, context)
            if let plane { return plane }
            heights.removeSubrange(window)
        }
        return nil
    }

    private static func densestWindow(_ heights: [Double], reach: Double) -> Range<Int> {
        var best = 0..<0
        var low = 0
        for high in heights.indices {
            while heights[high] - heights[low] > 2 * reach { low += 1 }
            if high + 1 - low > best.count { best = low..<(high + 1) }
        }
        return best
    }

    // MARK: Upright and tilted planes

    /// Watches the candidate, or takes a new one; returns it once it has proved to be a surface.
    ///
    /// Gravity says nothing of where an upright plane stands, so that among the landmarks of a chair some always lie
    /// near a common one. A surface stays, and images from different sides agree under its homography.
    private mutating func watchCandidate(
        _ free: [WorldLandmark],
        _ store: LandmarkStore,
        hasViews: Bool,
        _ context: DetectionContext
    ) -> DetectedPlane? {
        let now = context.timestampNanoseconds
        guard var watched = candidate else {
            var found: DetectedPlane?
            if context.configuration.findsVertical { found = randomPlane(free, .vertical, store, context) }
            if found == nil, context.configuration.findsTilted { found = randomPlane(free, .tilted, store, context) }
            candidate = found.map { Candidate(plane: $0, sinceNanoseconds: now) }
            return nil
        }
        let (guess, alignment) = (watched.plane.plane, watched.plane.alignment)
        if let next = PlaneHypothesis.verified(near: guess, among: free, alignment: alignment, store, context) {
            watched.plane = next
            watched.confirmations += 1
            watched.misses = 0
        } else {
            watched.misses += 1
        }
        let isTooOld = now - watched.sinceNanoseconds > Self.tuning.watchNanoseconds
        let isOver = isTooOld || watched.misses > 2 || watched.isRefutedByImages
        candidate = isOver ? nil : watched
        guard !isOver, watched.misses == 0, watched.confirmations >= Self.tuning.requiredConfirmations,
            watched.isConfirmedByImages || !hasViews
        else { return nil }
        candidate = nil
        return watched.plane
    }

    /// An upright or tilted plane by random pairs or triples of landmarks (RANSAC).
    private mutating func randomPlane(
        _ free: [WorldLandmark],
        _ alignment: PlaneAlignment,
        _ store: LandmarkStore,
        _ context: DetectionContext
    ) -> DetectedPlane? {
        let configuration = context.configuration
        let requiredCount = configuration.requiredCount(alignment)
        guard free.count >= requiredCount else { return nil }
        var best: (plane: Plane, count: Int)?
        for _ in 0..<configuration.searchRounds {
            let first = free[generator.nextIndex(below: free.count)].pointInWorld
            let second = free[generator.nextIndex(below: free.count)].pointInWorld - first
            let third = free[generator.nextIndex(below: free.count)].pointInWorld - first
            let normal = alignment == .vertical ? cross(Vector3(0, 1, 0), second) : cross(second, third)
            guard second.length < 1.5, third.length < 1.5, normal.length > 0.003 else { continue }
            let plane = Plane(normal: normal, through: first)
            guard PlaneAlignment(of: plane.normal) == alignment,
                alignment != .tilted || PlaneAlignment.isClearlyTilted(plane.normal)
            else { continue }
            let count = free.count { landmark in
                abs(plane.signedDistance(to: landmark.pointInWorld))
                    < configuration.tolerance(of: landmark, along: plane.normal)
            }
            if count > best?.count ?? requiredCount - 1 { best = (plane, count) }
        }
        guard let best else { return nil }
        let guess = context.facingCamera(best.plane)
        return PlaneHypothesis.verified(near: guess, among: free, alignment: alignment, store, context)
    }

    // MARK: Images

    /// Compares two images around the candidate's landmarks.
    mutating func examineCandidate(
        _ store: LandmarkStore,
        _ comparison: ViewComparison,
        _ configuration: PlaneDetectorConfiguration
    ) {
        guard var watched = candidate else { return }
        let plane = watched.plane
        let members = store.entries.filter { entry in
            entry.plane == nil && plane.contains(entry.landmark.pointInWorld)
                && abs(plane.plane.signedDistance(to: entry.landmark.pointInWorld))
                    < configuration.tolerance(of: entry.landmark, along: plane.plane.normal)
        }
        guard !members.isEmpty else { return }
        for step in 0..<min(Self.tuning.comparisonsPerCall, UInt32(members.count)) {
            let index = Int((comparison.turn &* Self.tuning.comparisonsPerCall &+ step) % UInt32(members.count))
            let position = plane.coverage.position(of: members[index].landmark.pointInWorld)
            let corner = position - Vector2(0.5, 0.5)
            guard let patch = comparison.patch(corner, plane), let other = comparison.otherPatch(corner, plane),
                patch.variance > SurfacePatch.tuning.leastVariance,
                other.patch.variance > SurfacePatch.tuning.leastVariance
            else { continue }
            let correlation = patch.correlation(with: other.patch)
            if correlation > 0.8 { watched.agreed += 1 }
            if correlation < 0.6 { watched.disagreed += 1 }
        }
        candidate = watched
    }
}
