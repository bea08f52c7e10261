import Geometry
import Imaging
import Odometry

/// An image of the last seconds, with its camera in the world as it is now.
package struct RecentView: Sendable {
    /// The image's timestamp, nanoseconds.
    package let timestampNanoseconds: Int64
    /// The image in gray, of the lens's size.
    package let image: GrayImage
    /// The camera in the user's world.
    package let camera: Camera
    /// How far poses had drifted when it was taken, the variance an axis, m².
    package let driftVariance: Double
    /// How well the world's scale was known then, one standard deviation, as a fraction.
    package let scaleSigma: Double
}

/// Keeps images of the last seconds, each taken from elsewhere: what is aimed at now was seen from other sides before.
struct RecentViews: Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Distance that the camera moves before another image is kept.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: by hand: a point 1.2 m away moves by some 16 pixels.
        var distance = 0.04
        /// Angle that the camera turns before another image is kept.
        ///
        /// Unit: radians. Range: 0.1…0.6. Origin: by hand: a quarter of the view.
        var angle = 0.25
        /// Number of images that are kept.
        ///
        /// Unit: images. Range: 6…24. Origin: by hand: memory.
        var capacity = 12
        /// Accuracy of the world's scale from which images are kept.
        ///
        /// Unit: fraction. Range: 0.02…0.1. Origin: before that no length is shown.
        var scaleLimit = 0.05
    }

    private static let tuning = Tuning()

    /// In the source's world, oldest first.
    private var images: [TrackedImage] = []

    /// Keeps an image if it was taken from elsewhere than the others.
    mutating func keep(_ image: TrackedImage) {
        guard image.state == .normal, image.scaleSigma < Self.tuning.scaleLimit, let pose = image.odometryFromOptical,
            let picture = image.image,
            picture.width == image.lens.width, picture.height == image.lens.height
        else { return }
        let isNear = images.contains { kept in
            guard let other = kept.odometryFromOptical else { return false }
            return (other.translation - pose.translation).length < Self.tuning.distance
                && (other.rotation.inverse * pose.rotation).angle < Self.tuning.angle
        }
        guard !isNear else { return }
        var kept = image
        (kept.landmarks, kept.features, kept.odometry) = ([], [], nil)
        images.append(kept)
        if images.count > Self.tuning.capacity { images.removeFirst() }
    }

    /// The images with their cameras in the user's world, oldest first.
    func views(_ alignment: WorldAlignment) -> [RecentView] {
        images.compactMap { kept in
            guard let camera = alignment.camera(of: kept), let image = kept.image else { return nil }
            return RecentView(
                timestampNanoseconds: kept.timestampNanoseconds,
                image: image,
                camera: camera,
                driftVariance: kept.driftVariance,
                scaleSigma: kept.scaleSigma
            )
        }
    }

    /// Forgets all images.
    mutating func removeAll() { images.removeAll() }
}
