import Features
import Geometry
import Imaging
import Odometry

/// Finds landmarks in pictures whose poses an outside source gives: a file of poses, a motion-capture rig, WebXR.
///
/// Features are followed through the pictures; each sight of one adds to the information on its place (the sum of the squared
/// distances from the rays, weighted by the depth known so far), so that a picture costs the same however long the recording is.
public final class PoseMapper {
    private struct Sighted {
        var identifier: Int32
        var information = Matrix3.zero
        var vector = Vector3.zero
        var point: Vector3?
        var depth = 2.0
        var count = 0
    }

    /// How well a feature's pixel is known, pixels.
    private static let pixelSigma = 1.5
    /// A landmark is told of when its depth is known this well, as a fraction.
    private static let depthFraction = 0.1

    private let tracker: FeatureTracker
    private var sighted: [Sighted] = []
    private var lastRotation: Rotation?
    private var lastTimestamp: Int64 = .min
    private var epoch: Int32 = 0

    /// A mapper that has seen nothing.
    public init(configuration: FeatureTrackerConfiguration = FeatureTrackerConfiguration()) {
        tracker = FeatureTracker(configuration: configuration)
    }

    /// Takes a picture and its pose in; nil where the time does not go forward or the picture is not of the lens's size.
    public func track(
        _ picture: GrayImage,
        odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        lens: CameraModel,
        timestampNanoseconds: Int64
    ) -> TrackedPicture? {
        guard timestampNanoseconds > lastTimestamp, picture.width == lens.width, picture.height == lens.height,
            odometryFromOptical.translation.isFinite
        else { return nil }
        lastTimestamp = timestampNanoseconds
        let rotation = odometryFromOptical.rotation
        tracker.track(picture, camera: lens, currentFromPrevious: lastRotation.map { rotation.inverse * $0 })
        lastRotation = rotation
        return TrackedPicture(
            timestampNanoseconds: timestampNanoseconds,
            epoch: epoch,
            state: tracker.features.count < 10 ? .limited(.insufficientFeatures) : .normal,
            odometryFromOptical: odometryFromOptical,
            lens: lens,
            landmarks: landmarks(odometryFromOptical, lens),
            scaleSigma: 0,
            picture: picture
        )
    }

    /// Tells that the poses start anew in another world.
    public func reset() {
        tracker.reset()
        sighted.removeAll()
        lastRotation = nil
        epoch &+= 1
    }

    private func landmarks(
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        _ lens: CameraModel
    ) -> [TrackedLandmark] {
        // Both lists are in the order in which the tracker found the features.
        var next: [Sighted] = []
        var result: [TrackedLandmark] = []
        next.reserveCapacity(tracker.features.count)
        var old = 0
        for feature in tracker.features {
            while old < sighted.count, sighted[old].identifier < feature.identifier { old += 1 }
            let isKnown = old < sighted.count && sighted[old].identifier == feature.identifier
            var entry = isKnown ? sighted[old] : Sighted(identifier: feature.identifier)
            let pixel = Vector2(Double(feature.pixel.x), Double(feature.pixel.y))
            let covariance = Self.add(pixel, odometryFromOptical, lens, to: &entry)
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
        sighted = next
        return result
    }

    /// Adds a sight; gives the covariance when the place is known well enough.
    private static func add(
        _ pixel: Vector2,
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        _ lens: CameraModel,
        to entry: inout Sighted
    ) -> Matrix3? {
        let ray = odometryFromOptical * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel))
        let angleSigma = pixelSigma / lens.focalLengthPixels.x
        if let point = entry.point {
            let offset = point - ray.origin
            let miss = cross(offset, ray.direction).length / max(offset.length, 1e-6)
            // What moved on its own, or was followed wrongly, starts anew.
            if miss > 4 * angleSigma || dot(offset, ray.direction) < 0 { entry = Sighted(identifier: entry.identifier) }
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
        guard point.isFinite, depth > 0.05, depth < 100, depthSigma < depthFraction * depth else { return nil }
        entry.point = point
        entry.depth = depth
        return covariance
    }
}
