import Depth
import Geometry

/// Chooses keyframes for an estimator that runs elsewhere, such as on another thread.
///
/// One keyframe waits at most: the newest image that is far enough from the last keyframe taken. An estimator that is
/// slow thus gets fewer of them, and none is old.
struct DepthKeyframeFeed {
    private var epoch: Int32?
    private var waiting: DepthKeyframe?
    /// The pose of the last keyframe that was taken.
    private var last: RigidTransform<WorldSpace, OpticalSpace>?
    /// The depth that a tenth of the last map's pixels lie in front of, metres.
    private var nearDepth = DepthEstimator.startingDepth

    /// Lets an image wait if it is tracked well and far enough from the last keyframe.
    mutating func note(_ tracked: TrackedImage) {
        if tracked.epoch != epoch {
            self = DepthKeyframeFeed()
            epoch = tracked.epoch
        }
        let (last, nearDepth) = (last, nearDepth)
        let keyframe = DepthKeyframe(tracked) { pose in
            last.map { DepthEstimator.isKeyframe(pose, after: $0, nearDepth: nearDepth) } ?? true
        }
        if let keyframe { waiting = keyframe }
    }

    /// The keyframe that waits; nil if none does.
    mutating func take() -> DepthKeyframe? {
        guard let keyframe = waiting else { return nil }
        waiting = nil
        last = keyframe.worldFromOptical
        return keyframe
    }

    /// Learns how near the scene of a map is; false if the map is of an earlier world.
    mutating func learn(nearDepth: Double, epoch: Int32) -> Bool {
        guard epoch == self.epoch else { return false }
        self.nearDepth = nearDepth
        return true
    }
}
