import Geometry

/// A ray of the world that is cast anew with every frame, so that what it meets is known better and better.
public struct TrackedRay: Equatable, Sendable {
    /// Stays the same as long as the ray is tracked.
    public let identifier: Int32
    /// The ray; it stays where it is.
    public let ray: Ray
    /// What it looks for.
    public let types: HitTestTypes
    /// How well its direction is known, radians.
    let angleSigma: Double
    /// How far poses had drifted when it was set, the variance an axis, m².
    let driftVariance: Double
    /// What it meets, by what is known so far; nil where nothing is known there.
    ///
    /// Its type tells a guess (`instantPlacement`) from what was seen.
    public internal(set) var hit: HitTestResult?

    /// How far the hit must move, in its own standard deviations or metres, for the ray to tell of it.
    private static let told = (sigmas: 0.1, metres: 0.001)

    /// The better of what it met so far and what it meets now.
    ///
    /// A found plane is followed wherever it goes. Of what was guessed or seen as single landmarks the surest stays: landmarks are forgotten after
    /// some seconds. A guess stays as it was until something is seen.
    func better(_ next: HitTestResult?, isPlaneLost: Bool) -> HitTestResult? {
        guard let hit, !isPlaneLost else { return next }
        guard let next else { return hit }
        let (old, new) = (hit.type.rank, next.type.rank)
        if new != old { return new < old ? next : hit }
        if next.type == .instantPlacement { return hit }
        return next.anchorIdentifier != nil || next.covariance.trace <= hit.covariance.trace ? next : hit
    }

    /// Whether a user would see that the hit is another.
    static func differ(_ a: HitTestResult?, _ b: HitTestResult?) -> Bool {
        guard let a, let b else { return (a == nil) != (b == nil) }
        let way = (a.pointInWorld - b.pointInWorld).length
        return a.type != b.type || a.anchorIdentifier != b.anchorIdentifier
            || way > max(told.metres, told.sigmas * max(0, b.covariance.trace).squareRoot())
            || a.covariance.trace > 1.5 * b.covariance.trace
    }
}
