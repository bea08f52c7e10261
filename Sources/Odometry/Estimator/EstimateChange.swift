import Geometry

/// Poses come from another estimator than those before: what is known in the odometry's world must follow.
public struct EstimateChange: Equatable, Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Equatable, Sendable {
        /// Number of points whose distances must be known to both estimators before the scale is changed.
        ///
        /// Unit: points. Range: 4…20. Origin: by hand.
        let leastCount = 8
        /// How far a point's distance may be uncertain to be compared, as a part of it.
        ///
        /// Unit: fraction. Range: 0.05…0.3. Origin: by hand.
        let greatestSigma = 0.15
        /// The largest factor by which the scale is changed.
        ///
        /// Unit: 1. Range: 1.5…4. Origin: by hand.
        let greatestScale = 2.0
    }

    static let tuning = Tuning()

    /// Where the former estimator has the body at this image, in its own world.
    public var formerFromBody: RigidTransform<OdometrySpace, BodySpace>
    /// By what distances from the camera are to be multiplied so that they agree with the present estimator's points.
    public var scale: Double
}

extension EstimateChange {
    /// The change from an estimator to another, both tracking, after the same image.
    init(from former: VisualInertialEstimator, to present: VisualInertialEstimator) {
        let view = former.filter.viewPose
        formerFromBody = RigidTransform(rotation: view.rotation, translation: view.position)
        scale = Self.scale(Self.distances(former), Self.distances(present))
    }

    /// The distances of known points from the body, in the order of their identifiers.
    private static func distances(_ estimator: VisualInertialEstimator) -> [(identifier: Int32, metres: Double)] {
        let origin = estimator.filter.viewPose.position
        let known = estimator.landmarks().compactMap { landmark -> (identifier: Int32, metres: Double)? in
            let metres = (landmark.pointInWorld - origin).length
            let sigma = landmark.covariance.trace.squareRoot()
            return sigma < tuning.greatestSigma * metres ? (landmark.identifier, metres) : nil
        }
        return known.sorted(byKey: { Double($0.identifier) })
    }

    /// The median of the ratios of the distances that both know; 1 if they are too few.
    private static func scale(
        _ former: [(identifier: Int32, metres: Double)],
        _ present: [(identifier: Int32, metres: Double)]
    ) -> Double {
        var ratios: [Double] = []
        var index = 0
        for point in present {
            while index < former.count, former[index].identifier < point.identifier { index += 1 }
            guard index < former.count, former[index].identifier == point.identifier else { continue }
            ratios.append(point.metres / former[index].metres)
        }
        guard ratios.count >= tuning.leastCount else { return 1 }
        let median = ratios.sorted()[ratios.count / 2]
        return min(tuning.greatestScale, max(1 / tuning.greatestScale, median))
    }
}
