import Geometry

/// A ray of the world that is cast again with every frame, so that its hit becomes more and more accurate.
public struct TrackedRay: Equatable, Sendable {
    /// Stays the same as long as the ray is tracked.
    public let identifier: Int32
    /// The ray; it stays where it is.
    public fileprivate(set) var ray: Ray
    /// What it may meet.
    public let types: HitTestTypes
    /// How well its direction is known, radians.
    fileprivate let angleSigma: Double
    /// How far poses had drifted when it was set, the variance an axis, m².
    fileprivate let driftVariance: Double
    /// Its present hit; nil if nothing is known there.
    ///
    /// Its type distinguishes a guess (`instantPlacement`) from what was seen.
    public fileprivate(set) var hit: HitTestResult?

    /// How far the hit must move, in its own standard deviations or metres, for the change to be reported.
    private static let reported = (sigmas: 0.1, metres: 0.001)

    /// The better of what it met so far and what it meets now.
    ///
    /// A found plane is followed wherever it goes. Of guessed planes and single landmarks the most certain stays,
    /// because landmarks are forgotten after some seconds. An instant placement stays as it was until something is
    /// seen.
    fileprivate func better(_ next: HitTestResult?, isPlaneLost: Bool) -> HitTestResult? {
        guard let hit, !isPlaneLost else { return next }
        guard let next else { return hit }
        let (old, new) = (hit.type.rank, next.type.rank)
        if new != old { return new < old ? next : hit }
        if next.type == .instantPlacement { return hit }
        return next.anchorIdentifier != nil || next.covariance.trace <= hit.covariance.trace ? next : hit
    }

    /// Whether a user would see that the hit is another.
    fileprivate static func differ(_ a: HitTestResult?, _ b: HitTestResult?) -> Bool {
        guard let a, let b else { return (a == nil) != (b == nil) }
        let distance = (a.pointInWorld - b.pointInWorld).length
        return a.type != b.type || a.anchorIdentifier != b.anchorIdentifier
            || distance > max(reported.metres, reported.sigmas * max(0, b.covariance.trace).squareRoot())
            || a.covariance.trace > 1.5 * b.covariance.trace
    }
}

/// The tracked rays of a world.
struct RayTracking: Sendable {
    /// How many rays are tracked at most.
    static let capacity = 64

    /// Oldest first.
    private(set) var rays: [TrackedRay] = []
    private var nextIdentifier: Int32 = 1

    /// Tracks a ray that is seen now; nil if too many are tracked.
    mutating func add(
        _ ray: Ray,
        angleSigma: Double,
        types: HitTestTypes,
        _ tester: HitTester
    ) -> TrackedRay? {
        guard rays.count < Self.capacity else { return nil }
        var tracked = TrackedRay(
            identifier: nextIdentifier,
            ray: ray,
            types: types,
            angleSigma: angleSigma,
            driftVariance: tester.driftVariance
        )
        nextIdentifier += 1
        tracked.hit = Self.cast(tracked, tester)
        rays.append(tracked)
        return tracked
    }

    /// Moves all rays by a change of the world's scale; what they meet is found again with the next frame.
    mutating func scale(by change: ScaleChange) {
        for index in rays.indices {
            let scaling = change.scaling(ofPlaneAnchor: rays[index].hit?.anchorIdentifier)
            rays[index].ray.origin = scaling * rays[index].ray.origin
            rays[index].hit?.scale(by: scaling)
        }
    }

    /// Stops tracking a ray; returns false if none of that identifier is tracked.
    mutating func remove(_ identifier: Int32) -> Bool {
        guard let index = rays.firstIndex(where: { $0.identifier == identifier }) else { return false }
        rays.remove(at: index)
        return true
    }

    /// Stops tracking all rays.
    mutating func removeAll() { rays.removeAll() }

    /// Casts the rays again; returns an event for each with another hit.
    mutating func refine(_ tester: HitTester, _ anchors: AnchorStore) -> [SessionEvent] {
        var events: [SessionEvent] = []
        for index in rays.indices {
            let old = rays[index].hit
            let isPlaneLost = old?.anchorIdentifier.map { !anchors.contains($0) } ?? false
            let next = rays[index].better(Self.cast(rays[index], tester), isPlaneLost: isPlaneLost)
            guard TrackedRay.differ(old, next) else { continue }
            rays[index].hit = next
            events.append(.rayUpdated(rays[index]))
        }
        return events
    }

    private static func cast(_ tracked: TrackedRay, _ tester: HitTester) -> HitTestResult? {
        var tester = tester
        tester.driftVariance = tracked.driftVariance
        let hits = tester.hits(along: tracked.ray, angleSigma: tracked.angleSigma, types: tracked.types)
        return HitTestResult.preferred(among: hits)
    }
}
