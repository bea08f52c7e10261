import Geometry
import WorldTracking

/// A point that a person set: it hangs on an anchor, so that it goes with the map when that is known better.
public struct MeasuredPoint: Equatable, Sendable {
    /// How well poses were known when a point was set: points of different times are less accurate relative to each
    /// other.
    public struct Observation: Equatable, Sendable {
        /// The drift variance then (`Frame.driftVariance`), m².
        public var driftVariance = 0.0
        /// How well the world's scale was known then (`Frame.scaleSigma`), as a fraction.
        public var scaleSigma = 0.0
        /// The image's timestamp, nanoseconds.
        public var timestampNanoseconds: Int64 = 0

        /// Poses without an error.
        public init() {}

        /// The poses of a frame.
        init(_ frame: Frame) {
            (driftVariance, scaleSigma) = (frame.driftVariance, frame.scaleSigma)
            timestampNanoseconds = frame.timestampNanoseconds
        }

        /// The poses of an earlier frame.
        init(_ view: PastView) {
            (driftVariance, scaleSigma) = (view.driftVariance, view.scaleSigma)
            timestampNanoseconds = view.timestampNanoseconds
        }
    }

    /// The anchor that holds it.
    public var anchorIdentifier: Int32
    /// Where it is now, metres.
    public var pointInWorld: Vector3
    /// How well that is known without the world's scale, metres squared.
    public var covariance: Matrix3
    /// The normal of the surface under it.
    public var normal: Vector3
    /// What was hit when it was set.
    public var hitType: HitTestTypes
    /// How well poses were known when it was set.
    public var observation: Observation
    /// Whether it was set by a second tap though it was not known well.
    public var isRough: Bool

    /// A point of its parts.
    public init(
        anchorIdentifier: Int32,
        pointInWorld: Vector3,
        covariance: Matrix3,
        normal: Vector3,
        hitType: HitTestTypes,
        observation: Observation = Observation(),
        isRough: Bool = false
    ) {
        self.anchorIdentifier = anchorIdentifier
        self.pointInWorld = pointInWorld
        self.covariance = covariance
        self.normal = normal
        self.hitType = hitType
        self.observation = observation
        self.isRough = isRough
    }

    /// What was hit, with an anchor to follow.
    init(_ hit: HitTestResult, anchorIdentifier: Int32, observation: Observation) {
        self.init(
            anchorIdentifier: anchorIdentifier,
            pointInWorld: hit.pointInWorld,
            covariance: hit.covariance,
            normal: hit.normal,
            hitType: hit.type,
            observation: observation
        )
    }

    /// Moves by a change of the world's scale.
    mutating func scale(by scaling: Scaling) {
        pointInWorld = scaling * pointInWorld
        covariance = covariance * (scaling.factor * scaling.factor)
    }

    /// The point above this one along its surface's normal that is nearest to a pixel's ray.
    ///
    /// Nil if the ray is nearly parallel to the normal, so that height cannot be seen, or passes below the surface.
    func raised(towards aimed: AimedPixel, seenBy camera: Camera) -> HitTestResult? {
        let ray = camera.ray(through: aimed.pixel)
        // The point of the line along the normal that is nearest to the ray.
        let offset = pointInWorld - ray.origin
        let cosine = dot(normal, ray.direction)
        let spread = 1 - cosine * cosine
        guard spread > 0.03 else { return nil }
        let height = (cosine * dot(offset, ray.direction) - dot(offset, normal)) / spread
        guard height > 0 else { return nil }
        let point = pointInWorld + normal * height
        let distance = (point - ray.origin).length
        let sideways = aimed.sigmaAlong * distance / camera.lens.focalLengthPixels.x / spread.squareRoot()
        return HitTestResult(
            type: hitType,
            distance: distance,
            pointInWorld: point,
            covariance: covariance + Matrix3(outerProductOf: normal, normal) * (sideways * sideways),
            normal: normal,
            anchorIdentifier: nil
        )
    }
}
