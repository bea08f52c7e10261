import Geometry

/// A pose of the body with its timestamp, as an estimator returns it.
public struct TimedPose: Equatable, Sendable {
    /// The timestamp, nanoseconds.
    public var timestampNanoseconds: Int64
    /// The body's pose in the estimator's world.
    public var worldFromBody: RigidTransform<OdometrySpace, BodySpace>

    /// Creates a pose.
    public init(timestampNanoseconds: Int64, worldFromBody: RigidTransform<OdometrySpace, BodySpace>) {
        self.timestampNanoseconds = timestampNanoseconds
        self.worldFromBody = worldFromBody
    }
}

extension TruthState {
    /// The pose of the state.
    public var pose: TimedPose { TimedPose(timestampNanoseconds: timestampNanoseconds, worldFromBody: worldFromBody) }
}
