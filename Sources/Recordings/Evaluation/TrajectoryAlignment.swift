import Foundation
import Geometry

/// A rotation about the vertical, a translation and a scale that align an estimated trajectory with the true one.
///
/// Source: Z. Zhang, D. Scaramuzza, "A tutorial on quantitative trajectory evaluation for visual(-inertial) odometry",
/// IROS 2018, section III: with gravity known four degrees of freedom are free, and the best yaw has a closed form.
public struct TrajectoryAlignment: Equatable, Sendable {
    /// The rotation about the vertical, radians.
    public var yaw: Double
    /// The translation in the truth's world, metres.
    public var translation: Vector3
    /// The scale factor of the estimate's lengths.
    public var scale: Double

    /// The least-squares alignment; nil for fewer than two pairs.
    ///
    /// With `fixedScale` the scale stays 1.
    public init?(_ pairing: TrajectoryPairing, fixedScale: Bool) {
        let points = pairing.pairs.map { (estimate: $0.estimate.translation, truth: $0.truth.translation) }
        self.init(points, fixedScale: fixedScale)
    }

    /// The least-squares alignment of points in two worlds; nil for fewer than two pairs.
    package init?(_ pairs: [(estimate: Vector3, truth: Vector3)], fixedScale: Bool) {
        guard pairs.count >= 2 else { return nil }
        let count = Double(pairs.count)
        var meanEstimate = Vector3.zero
        var meanTruth = Vector3.zero
        for pair in pairs {
            meanEstimate += pair.estimate / count
            meanTruth += pair.truth / count
        }
        var along = 0.0
        var across = 0.0
        var vertical = 0.0
        var size = 0.0
        for pair in pairs {
            let e = pair.estimate - meanEstimate
            let t = pair.truth - meanTruth
            along += e.x * t.x + e.y * t.y
            across += e.x * t.y - e.y * t.x
            vertical += e.z * t.z
            size += dot(e, e)
        }
        yaw = atan2(across, along)
        scale = fixedScale || size == 0 ? 1 : ((along * along + across * across).squareRoot() + vertical) / size
        translation = meanTruth - Rotation(exp: Vector3(0, 0, yaw)) * meanEstimate * scale
    }

    /// Transforms a point of the estimate to the truth's world.
    public func callAsFunction(_ point: Vector3) -> Vector3 {
        Rotation(exp: Vector3(0, 0, yaw)) * point * scale + translation
    }
}
