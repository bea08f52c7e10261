import Depth
import Geometry

/// Keeps a session's keyframes for depth maps.
struct DepthTracking {
    private let estimator: DepthEstimator
    private var epoch: Int32?
    /// Landmarks of the last keyframe.
    private var landmarks: [Vector3] = []

    init(_ configuration: DepthConfiguration) { estimator = DepthEstimator(configuration: configuration) }

    /// Keeps an image if it is tracked well and far enough from the last keyframe.
    mutating func note(_ tracked: TrackedImage) {
        if tracked.epoch != epoch {
            estimator.reset()
            epoch = tracked.epoch
        }
        guard let keyframe = DepthKeyframe(tracked, isWanted: { estimator.wantsKeyframe(at: $0) }) else { return }
        estimator.add(keyframe)
        landmarks = keyframe.landmarks
    }

    /// The depth map of the newest keyframe in the odometry's world, turned upright.
    func map(isForOcclusion: Bool) -> DepthMap? {
        estimator.depthMap(landmarks: landmarks, withFineDepth: isForOcclusion)
    }
}
