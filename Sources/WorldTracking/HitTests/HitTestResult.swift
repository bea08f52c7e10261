import Geometry

/// A point at which a ray meets the world.
public struct HitTestResult: Equatable, Sendable {
    /// What was hit: one of the types.
    public var type: HitTestTypes
    /// How far from the camera, metres.
    public var distance: Double
    /// The point in the user's world, metres.
    public var pointInWorld: Vector3
    /// The covariance of the point, m²: from the pixel's, the plane's or the landmark's uncertainty.
    ///
    /// The uncertainty of the world's scale, which all points share, is the frame's `scaleSigma`.
    public var covariance: Matrix3
    /// The surface's normal, towards the camera.
    public var normal: Vector3
    /// The anchor of the plane that was hit.
    public var anchorIdentifier: Int32?

    /// A result of its parts.
    public init(
        type: HitTestTypes,
        distance: Double,
        pointInWorld: Vector3,
        covariance: Matrix3,
        normal: Vector3,
        anchorIdentifier: Int32?
    ) {
        self.type = type
        self.distance = distance
        self.pointInWorld = pointInWorld
        self.covariance = covariance
        self.normal = normal
        self.anchorIdentifier = anchorIdentifier
    }

    /// The point with axes: origin at the point, +Y along the normal.
    public var worldFromHit: RigidTransform<WorldSpace, AnchorSpace> {
        RigidTransform(rotation: Rotation(from: Vector3(0, 1, 0), to: normal), translation: pointInWorld)
    }

    /// Moves by a change of the world's scale.
    package mutating func scale(by scaling: Scaling) {
        pointInWorld = scaling * pointInWorld
        covariance = covariance * (scaling.factor * scaling.factor)
    }

    /// The most reliable of some results; of one type the nearest.
    public static func preferred(among results: [HitTestResult]) -> HitTestResult? {
        results.min { ($0.type.rank, $0.distance) < ($1.type.rank, $1.distance) }
    }
}
