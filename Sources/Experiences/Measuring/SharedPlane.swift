import Geometry
import Surfaces
import WorldTracking

/// A found plane on which one end of a measurement lies: an end at a corner that is seen at the same height lies on it
/// too.
///
/// Nearly always both are corners of one thing. The rays to a corner tell its distance worse than a plane does, which
/// its landmarks hold.
struct SharedPlane: Equatable, Sendable {
    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// Standard deviation of a corner's height over the plane up to which agreement says something.
        ///
        /// Unit: metres. Range: 0.005…0.02. Origin: by hand: thinner things than twice that are not told apart.
        var heightSigma = 0.01
        /// Distance beyond the plane's outline up to which it is taken to reach.
        ///
        /// Unit: metres. Range: 0…0.25. Origin: that of hit tests.
        var beyondOutline = 0.25
        /// Square of the greatest height over the plane that is taken for none.
        ///
        /// Unit: variances. Range: 2.7…6.6. Origin: 95 % of a chi-square of one degree of freedom.
        var agreement = 3.84
    }

    private static let tuning = Tuning()

    /// The plane's anchor.
    let anchorIdentifier: Int32

    /// The plane that was hit; nil if none was hit for sure.
    init?(_ hit: HitTestResult) {
        guard hit.type == .existingPlaneUsingExtent, let anchor = hit.anchorIdentifier else { return nil }
        anchorIdentifier = anchor
    }

    /// A corner whose rays meet, on the plane if they meet there.
    func refined(_ corner: HitTestResult, in world: World, driftVariance: Double) -> HitTestResult {
        let identifier = world.anchor(anchorIdentifier)?.plane?.planeIdentifier
        guard corner.type != .existingPlaneUsingExtent, let identifier,
            let plane = world.planes.first(where: { $0.identifier == identifier }),
            plane.contains(corner.pointInWorld, margin: Self.tuning.beyondOutline)
        else { return corner }
        let normal = plane.plane.normal
        let gain = corner.covariance * normal
        let heightVariance = dot(normal, gain)
        let lever = (corner.pointInWorld - plane.center).length * plane.normalSigma
        let variance =
            heightVariance + plane.offsetSigma * plane.offsetSigma + lever * lever
            + plane.drift.variance(against: driftVariance)
        let height = plane.plane.signedDistance(to: corner.pointInWorld)
        guard heightVariance < Self.tuning.heightSigma * Self.tuning.heightSigma,
            height * height < Self.tuning.agreement * variance
        else { return corner }
        var refined = corner
        refined.type = .existingPlane
        refined.anchorIdentifier = anchorIdentifier
        refined.pointInWorld -= gain * (height / variance)
        refined.covariance = corner.covariance - Matrix3(outerProductOf: gain, gain) * (1 / variance)
        return refined
    }
}
