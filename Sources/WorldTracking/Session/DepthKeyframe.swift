import Depth
import Geometry
import Imaging

/// An image for depth maps, with its pose in the odometry's world, turned upright.
///
/// Corrections of the user's world do not come between two keyframes of that world.
package struct DepthKeyframe: Sendable {
    /// The image's timestamp, nanoseconds.
    package let timestampNanoseconds: Int64
    /// Which of the source's worlds the pose belongs to.
    package let epoch: Int32
    /// The image in gray.
    package let image: GrayImage
    /// The lens of the image.
    package let lens: CameraModel
    /// The pose when the middle row was exposed.
    package let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    /// How the camera moved while the rows were exposed; nil if all were exposed at once.
    package let motion: CameraMotion?
    /// The landmarks, metres.
    package let landmarks: [Vector3]

    /// Turns the odometry's world upright.
    private static let upright = RigidTransform<WorldSpace, OdometrySpace>.flip

    /// Nil if the image is not there or not tracked well, or its pose is none that `isWanted` takes.
    init?(_ tracked: TrackedImage, isWanted: (RigidTransform<WorldSpace, OpticalSpace>) -> Bool) {
        guard let image = PosedImage(tracked), image.isTracking else { return nil }
        worldFromOptical = Self.upright * image.odometryFromOptical
        guard isWanted(worldFromOptical) else { return nil }
        var motion = tracked.motion
        if let velocity = motion?.velocity { motion?.velocity = Self.upright.rotation * velocity }
        self.motion = motion
        timestampNanoseconds = image.timestampNanoseconds
        epoch = tracked.epoch
        self.image = image.image
        lens = image.lens
        landmarks = tracked.landmarks.map { Self.upright * $0.pointInOdometry }
    }
}

extension DepthEstimator {
    /// Adds a keyframe of a session; returns false, and keeps nothing, where the other `add` does.
    @discardableResult
    package func add(_ keyframe: DepthKeyframe) -> Bool {
        add(
            keyframe.image,
            lens: keyframe.lens,
            worldFromOptical: keyframe.worldFromOptical,
            motion: keyframe.motion,
            timestampNanoseconds: keyframe.timestampNanoseconds
        )
    }
}
