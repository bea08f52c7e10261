import Geometry
import WorldTracking

/// Holds a point's distance against the images of the last seconds: where they contradict it, it is stated as less well
/// known.
///
/// Rays may meet where nothing is, as those to the crossing of two edges at different distances, and a surface may be
/// guessed where another one lies. Neither shows in a point's own covariance. Found planes are left out: their outlines
/// grew by such comparisons, in larger parts of the images than lie around a point.
struct DistanceCheck {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Correlation with earlier images below which they contradict a distance.
        ///
        /// Above it the ends of `make bench-taps` are 1 % off (root mean square), below it 2 to 18 %.
        ///
        /// Unit: correlation. Range: 0.75…0.85. Origin: `make bench-taps ROOMS="3 4 101 301 302 303 325"`.
        var leastCorrelation = 0.8
        /// How far off a contradicted distance is.
        ///
        /// Unit: fraction of the distance. Range: 0.05…0.2. Origin: the same ends.
        var contradictedSigma = 0.1
    }

    private static let tuning = Tuning()

    /// What is added to the covariance of a point that lies on a surface of some type, m²; zero if nothing contradicts it.
    static func addition(to point: Vector3, on type: HitTestTypes, normal: Vector3, in world: World) -> Matrix3 {
        guard type != .existingPlaneUsingExtent, let camera = world.currentFrame?.camera,
            let correlation = world.photoConsistency(of: point, normal: normal), correlation < tuning.leastCorrelation
        else { return .zero }
        let along = (point - camera.positionInWorld) * tuning.contradictedSigma
        return Matrix3(outerProductOf: along, along)
    }
}

extension Aim {
    /// The aim, less sure if earlier images contradict its distance; points that were set before stay as they are.
    func checked(in world: World) -> Aim {
        switch snap {
        case .point, .closing: return self
        default: break
        }
        guard Self.isAccurate(hit.covariance, seenFrom: hit.distance) else { return self }
        var checked = self
        let added = DistanceCheck.addition(to: hit.pointInWorld, on: hit.type, normal: hit.normal, in: world)
        checked.hit.covariance = hit.covariance + added
        return checked
    }
}
