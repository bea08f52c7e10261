import Geometry
import Imaging

/// Depth maps of keyframes with known poses, each computed when it is asked for.
///
/// Add keyframes as they come; that costs little. The estimator knows no clock and is for one thread at a time. The surroundings must rest:
/// what moves gets a hole or, if it moves along with its parallax, a wrong depth.
package final class DepthEstimator {
    /// What the estimator is asked to do.
    package let configuration: DepthConfiguration

    private var views: [DepthView] = []
    /// The depth that a tenth of the last map's pixels, or of a newer keyframe's landmarks, lie in front of, metres.
    package private(set) var nearDepth = DepthEstimator.startingDepth
    /// The same before the first map.
    package static let startingDepth = 1.25

    /// An estimator without keyframes.
    package init(configuration: DepthConfiguration = DepthConfiguration()) {
        var configuration = configuration
        configuration.longSide = min(max(configuration.longSide / 8 * 8, 64), 320)
        configuration.capacity = min(max(configuration.capacity, 2), 64)
        configuration.partnerCount = min(max(configuration.partnerCount, 1), 8)
        self.configuration = configuration
    }

    /// Timestamps of the keyframes that are kept, oldest first, nanoseconds.
    package var keyframes: [Int64] { views.map { $0.timestampNanoseconds } }

    /// Whether a pose is far enough from the last keyframe's to be worth another one.
    package func wantsKeyframe(at worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>) -> Bool {
        guard let last = views.last else { return true }
        return Self.isKeyframe(worldFromOptical, after: last.worldFromOptical, nearDepth: nearDepth)
    }

    /// Whether a pose is far enough from the last keyframe's to be worth another one, before a scene whose nearest tenth
    /// ends at `nearDepth`, metres.
    package static func isKeyframe(
        _ worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        after last: RigidTransform<WorldSpace, OpticalSpace>,
        nearDepth: Double
    ) -> Bool {
        let step = last.inverse * worldFromOptical
        return step.translation.length > max(0.02, 0.05 * nearDepth) || step.rotation.angle > 0.15
    }

    /// Adds a keyframe; the oldest is dropped when too many are kept.
    ///
    /// `motion` is nil for a shutter that exposes all rows at once. `landmarks`, points of the world, say how near the scene
    /// is before there is a map. Returns false, and keeps nothing, if the time does not
    /// go forward, the image is not of the lens's size, is smaller than 32 or larger than 8,192 pixels on a side, or a
    /// number is not finite.
    @discardableResult
    package func add(
        _ image: GrayImage,
        lens: CameraModel,
        worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        motion: CameraMotion? = nil,
        timestampNanoseconds: Int64,
        landmarks: [Vector3] = []
    ) -> Bool {
        guard timestampNanoseconds > views.last?.timestampNanoseconds ?? .min, image.width == lens.width,
            image.height == lens.height, Self.isUsable(lens), worldFromOptical.isUsable, motion?.isUsable ?? true
        else { return false }
        if views.count >= configuration.capacity { views.removeFirst() }
        let view = DepthView(
            image,
            lens: lens,
            worldFromOptical: worldFromOptical,
            motion: motion,
            timestampNanoseconds: timestampNanoseconds,
            size: mapSize(lens)
        )
        views.append(view)
        if let near = Self.nearDepth(of: landmarks, in: view) { nearDepth = near }
        return true
    }

    /// Removes all keyframes, for poses of a new world.
    package func reset() {
        views.removeAll()
        nearDepth = Self.startingDepth
    }

    /// The depth map of a keyframe, the newest if `timestampNanoseconds` is nil.
    ///
    /// `landmarks` are points of the world, if some are known: they tell which depths to expect. `withFineDepth` adds
    /// `DepthMap.fineDepth`, for drawing. Returns nil if the keyframe is not kept, or if no other one was taken from far enough
    /// off: a turn alone gives no depth.
    package func depthMap(
        of timestampNanoseconds: Int64? = nil,
        landmarks: [Vector3] = [],
        withFineDepth: Bool = false
    ) -> DepthMap? {
        let reference =
            timestampNanoseconds.map { time in views.first { $0.timestampNanoseconds == time } } ?? views.last
        guard let reference else { return nil }
        if let near = Self.nearDepth(of: landmarks, in: reference) { nearDepth = near }
        let choice = PartnerChoice(reference: reference, nearDepth: nearDepth)
        let partners = choice.partners(among: views, count: configuration.partnerCount)
        guard !partners.isEmpty else { return nil }
        let computation = MapComputation(
            reference: reference,
            partners: partners,
            configuration: configuration,
            landmarks: landmarks
        )
        let result = computation.map(nearDepth: nearDepth, withFineDepth: withFineDepth)
        nearDepth = result.nearDepth
        return result.map
    }

    private func mapSize(_ lens: CameraModel) -> SIMD2<Int> {
        let scale = Double(configuration.longSide) / Double(max(lens.width, lens.height))
        let width = max(8, Int((Double(lens.width) * scale / 8).rounded()) * 8)
        return SIMD2(width, max(8, Int((Double(lens.height) * scale).rounded())))
    }

    private static func isUsable(_ lens: CameraModel) -> Bool {
        let sides = 32...8_192
        return sides.contains(lens.width) && sides.contains(lens.height) && lens.focalLengthPixels.isFinite
            && lens.focalLengthPixels.min() > 1 && lens.principalPointPixels.isFinite
            && lens.distortion.coefficients.sum().isFinite
    }

    /// The depth that a tenth of the landmarks before the camera lie in front of; nil if there are too few.
    private static func nearDepth(of landmarks: [Vector3], in view: DepthView) -> Double? {
        let opticalFromWorld = view.worldFromOptical.inverse
        let depths = landmarks.compactMap { point -> Double? in
            let pointInOptical = opticalFromWorld * point
            guard pointInOptical.isFinite, let pixel = view.lens.pixel(of: pointInOptical), view.lens.contains(pixel)
            else { return nil }
            return pointInOptical.z
        }.sorted(byKey: { $0 })
        return depths.count < 20 ? nil : min(max(depths[depths.count / 10], 0.2), 20)
    }
}

extension RigidTransform {
    /// Whether all numbers are finite and the position within 10⁵ m.
    fileprivate var isUsable: Bool {
        translation.isFinite && translation.length < 1e5 && rotation.imaginary.isFinite && rotation.real.isFinite
    }
}

extension CameraMotion {
    fileprivate var isUsable: Bool {
        angularVelocity.isFinite && velocity.isFinite && angularVelocity.length < 50 && velocity.length < 50
            && readoutTime >= 0 && readoutTime < 0.2
    }
}
