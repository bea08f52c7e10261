import Geometry

/// A pose of the body with its moment, as an estimator gives it.
public struct TimedPose: Equatable, Sendable {
    /// The moment, nanoseconds.
    public var timestampNanoseconds: Int64
    /// The body's pose in the estimator's world.
    public var worldFromBody: RigidTransform<OdometrySpace, BodySpace>

    /// A pose with its moment.
    public init(timestampNanoseconds: Int64, worldFromBody: RigidTransform<OdometrySpace, BodySpace>) {
        self.timestampNanoseconds = timestampNanoseconds
        self.worldFromBody = worldFromBody
    }
}

extension TruthState {
    /// The state's pose alone.
    public var pose: TimedPose { TimedPose(timestampNanoseconds: timestampNanoseconds, worldFromBody: worldFromBody) }
}
