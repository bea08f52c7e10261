import Geometry

/// Poses of the body in the world by time, with the motion between them.
public struct PoseTrack: Sendable {
    private let poses: [TimedPose]
    /// The largest gap between two poses from which the motion within an image is computed, nanoseconds.
    private static let gap: Int64 = 50_000_000
    private static let reach: Int64 = 100_000_000

    /// A track of poses in order of time.
    public init(_ poses: [TimedPose]) { self.poses = poses }

    /// The interpolated pose at a timestamp; nil unless there is a pose within a tenth of a second on either side.
    public func pose(at stamp: Int64) -> RigidTransform<OdometrySpace, BodySpace>? {
        guard let (before, after) = around(stamp) else { return nil }
        let span = after.timestampNanoseconds - before.timestampNanoseconds
        guard span > 0 else { return before.worldFromBody }
        let fraction = Double(stamp - before.timestampNanoseconds) / Double(span)
        return before.worldFromBody.interpolated(to: after.worldFromBody, fraction: fraction)
    }

    /// The motion of a camera on the body during the exposure of an image's rows, from the poses around it; nil for a
    /// global shutter, or if the poses are too far apart.
    ///
    /// Angular velocity is in the camera's optical axes, rad/s, velocity in the world's, m/s.
    public func motion(
        at stamp: Int64,
        readoutTime: Double,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    ) -> CameraMotion? {
        let half = Int64(readoutTime * 0.5e9)
        guard readoutTime > 1e-4, let first = around(stamp - half)?.before, let last = around(stamp + half)?.after
        else {
            return nil
        }
        let span = last.timestampNanoseconds - first.timestampNanoseconds
        guard span > 0, span < Self.gap + 2 * half else { return nil }
        let seconds = Double(span) * 1e-9
        let (start, end) = (first.worldFromBody * bodyFromOptical, last.worldFromBody * bodyFromOptical)
        return CameraMotion(
            angularVelocity: (start.rotation.inverse * end.rotation).log / seconds,
            velocity: (end.translation - start.translation) / seconds,
            readoutTime: readoutTime
        )
    }

    private func around(_ stamp: Int64) -> (before: TimedPose, after: TimedPose)? {
        var (low, high) = (0, poses.count)
        while low < high {
            let middle = (low + high) / 2
            if poses[middle].timestampNanoseconds < stamp { low = middle + 1 } else { high = middle }
        }
        guard low < poses.count else { return nil }
        let after = poses[low]
        guard after.timestampNanoseconds - stamp < Self.reach else { return nil }
        if after.timestampNanoseconds == stamp { return (after, after) }
        guard low > 0, stamp - poses[low - 1].timestampNanoseconds < Self.reach else { return nil }
        return (poses[low - 1], after)
    }
}
