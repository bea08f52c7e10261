import Features
import Geometry
import Imaging
import Odometry

/// Finds landmarks in images whose poses are known from another source: a file of poses, a motion-capture rig, WebXR.
///
/// Features are followed through the images; each observation of one adds to the information on its position (the sum
/// of the squared distances from the rays, weighted by the depth known so far), so that an image costs the same however
/// long the recording is.
public final class KnownPoseMapper {
    private struct Estimate {
        var identifier: Int32
        var information = Matrix3.zero
        var vector = Vector3.zero
        var point: Vector3?
        var depth = 2.0
        var count = 0
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Accuracy of a feature's pixel.
        ///
        /// Unit: pixels. Range: 0.5…3. Origin: by hand.
        var pixelSigma = 1.5
        /// Accuracy of its depth at which a landmark is reported.
        ///
        /// Unit: fraction of the depth. Range: 0.05…0.3. Origin: by hand.
        var depthFraction = 0.1
    }

    private static let tuning = Tuning()

    private let tracker: FeatureTracker
    private var estimates: [Estimate] = []
    private var lastRotation: Rotation?
    private var lastTimestamp: Int64 = .min
    private var epoch: Int32 = 0

    /// A mapper that has seen nothing.
    public init(configuration: FeatureTrackerConfiguration = FeatureTrackerConfiguration()) {
        tracker = FeatureTracker(configuration: configuration)
    }

    /// Tracks an image of a known pose; nil if the time does not go forward or the image is not of the lens's size.
    ///
    /// The pose is that of the middle row; `motion` is that of a rolling shutter, its velocity along the odometry's axes.
    public func track(
        _ image: GrayImage,
        odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        lens: CameraModel,
        motion: CameraMotion? = nil,
        timestampNanoseconds: Int64
    ) -> TrackedImage? {
        guard timestampNanoseconds > lastTimestamp, image.width == lens.width, image.height == lens.height,
            odometryFromOptical.translation.isFinite
        else { return nil }
        lastTimestamp = timestampNanoseconds
        let rotation = odometryFromOptical.rotation
        tracker.track(image, camera: lens, currentFromPrevious: lastRotation.map { rotation.inverse * $0 })
        lastRotation = rotation
        return TrackedImage(
            timestampNanoseconds: timestampNanoseconds,
            epoch: epoch,
            state: tracker.features.count < 10 ? .limited(.insufficientFeatures) : .normal,
            odometryFromOptical: odometryFromOptical,
            lens: lens,
            motion: motion,
            landmarks: landmarks(odometryFromOptical, lens, motion),
            scaleSigma: 0,
            image: image
        )
    }

    /// The poses restart in another world.
    public func reset() {
        tracker.reset()
        estimates.removeAll()
        lastRotation = nil
        epoch &+= 1
    }

    private func landmarks(
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        _ lens: CameraModel,
        _ motion: CameraMotion?
    ) -> [TrackedLandmark] {
        // Both lists are in the order in which the tracker found the features.
        var next: [Estimate] = []
        var result: [TrackedLandmark] = []
        next.reserveCapacity(tracker.features.count)
        var old = 0
        for feature in tracker.features {
            while old < estimates.count, estimates[old].identifier < feature.identifier { old += 1 }
            let isKnown = old < estimates.count && estimates[old].identifier == feature.identifier
            var entry = isKnown ? estimates[old] : Estimate(identifier: feature.identifier)
            let pixel = Vector2(Double(feature.pixel.x), Double(feature.pixel.y))
            let row = pixel.y / Double(lens.height) - 0.5
            let pose = motion.map { $0.pose(atRow: row, of: odometryFromOptical) } ?? odometryFromOptical
            let covariance = Self.add(pixel, pose, lens, to: &entry)
            next.append(entry)
            guard let covariance, let point = entry.point else { continue }
            result.append(
                TrackedLandmark(
                    identifier: feature.identifier,
                    pointInOdometry: point,
                    covariance: covariance,
                    pixel: pixel,
                    age: feature.age
                )
            )
        }
        estimates = next
        return result
    }

    /// Adds an observation; returns the covariance once the position is known well enough.
    private static func add(
        _ pixel: Vector2,
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        _ lens: CameraModel,
        to entry: inout Estimate
    ) -> Matrix3? {
        let ray = odometryFromOptical * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel))
        let angleSigma = tuning.pixelSigma / lens.focalLengthPixels.x
        if let point = entry.point {
            let offset = point - ray.origin
            let miss = cross(offset, ray.direction).length / max(offset.length, 1e-6)
            // A feature that moved by itself, or was tracked wrongly, restarts.
            if miss > 4 * angleSigma || dot(offset, ray.direction) < 0 {
                entry = Estimate(identifier: entry.identifier)
            }
        }
        let sigma = angleSigma * entry.depth
        let across = (.identity - Matrix3(outerProductOf: ray.direction, ray.direction)) * (1 / (sigma * sigma))
        entry.information = entry.information + across
        entry.vector += across * ray.origin
        entry.count += 1
        guard entry.count > 3, let covariance = entry.information.inverse else { return nil }
        let point = covariance * entry.vector
        let depth = dot(point - ray.origin, ray.direction)
        let depthSigma = max(0, dot(ray.direction, covariance * ray.direction)).squareRoot()
        guard point.isFinite, depth > 0.05, depth < 100, depthSigma < tuning.depthFraction * depth else { return nil }
        entry.point = point
        entry.depth = depth
        return covariance
    }
}
