import Depth
import Geometry

/// Keeps a session's keyframes for depth maps.
struct DepthTracking {
    private let estimator: DepthEstimator
    private var epoch: Int32?
    /// Landmarks of the last keyframe.
    private var landmarks: [Vector3] = []

    /// Turns the odometry's world upright; corrections of the user's world do not come between two keyframes.
    private static let upright = RigidTransform<WorldSpace, OdometrySpace>.flip

    init(_ configuration: DepthConfiguration) { estimator = DepthEstimator(configuration: configuration) }

    /// Keeps an image if it is tracked well and far enough from the last keyframe.
    mutating func note(_ tracked: TrackedImage) {
        if tracked.epoch != epoch {
            estimator.reset()
            epoch = tracked.epoch
        }
        guard let image = PosedImage(tracked), image.isTracking else { return }
        let worldFromOptical = Self.upright * image.odometryFromOptical
        guard estimator.wantsKeyframe(at: worldFromOptical) else { return }
        var motion = tracked.motion
        if let velocity = motion?.velocity { motion?.velocity = Self.upright.rotation * velocity }
        estimator.add(
            image.image,
            lens: image.lens,
            worldFromOptical: worldFromOptical,
            motion: motion,
            timestampNanoseconds: image.timestampNanoseconds
        )
        landmarks = tracked.landmarks.map { Self.upright * $0.pointInOdometry }
    }

    /// The depth map of the newest keyframe in the odometry's world, turned upright.
    func map() -> DepthMap? { estimator.depthMap(landmarks: landmarks) }
}
