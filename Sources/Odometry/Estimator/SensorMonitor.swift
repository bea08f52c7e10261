import Features
import Geometry

/// Compares the camera with the inertial sensors, and decides which of their data may be used.
struct SensorMonitor {
    /// How far the last image's data may be used.
    enum Verdict: Equatable {
        /// Both sensors may be used.
        case usable
        /// The image repeats the previous one: the estimator moves on through the samples.
        case repeatedImage
        /// The samples are frozen: there can be no pose.
        case frozenSamples
    }

    struct Tuning: Equatable, Sendable {
        /// For how long readings must repeat before the sensors count as frozen: rounded values of a slow motion repeat
        /// for a few samples.
        ///
        /// Unit: s. Range: 0.1…1. Origin: by hand.
        let frozenSeconds = 0.25
        /// In how many images in a row something must have moved by then.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand.
        let movedImageCount = 3
        /// In how many images in a row something must have moved before a repeated image counts as frozen: one image,
        /// as the first after the dark, does not tell rest from motion.
        ///
        /// Unit: 1. Range: 2…5. Origin: by hand.
        let confirmedMotionCount = 2
        /// A turn that is visible in the image, some five pixels.
        ///
        /// Unit: rad. Range: 0.005…0.03. Origin: by hand.
        let visibleTurn = 0.01
        /// What the gyroscope's bias may add to that.
        ///
        /// Unit: rad/s. Range: 0.001…0.01. Origin: by hand.
        let turnRate = 0.003
        /// For how long images may repeat in motion before it is a fault: video sources repeat single images.
        ///
        /// Unit: s. Range: 0.1…1. Origin: by hand.
        let repeatSeconds = 0.2
        /// For how long a spike is shown.
        ///
        /// Unit: s. Range: 0.2…2. Origin: by hand.
        let spikeSeconds = 0.5
    }

    static let tuning = Tuning()

    private var gate = InertialGate()
    private var repeats = RepeatedImageDetector()
    private var fixed = FixedFeatureDetector()
    private var lastFreshTime = 0.0
    private var isSkipping = false
    private var movedCount = 0
    /// What is wrong as of the last image; nil if nothing is.
    private(set) var fault: SensorFault?

    /// Adds a sample, and calls for each that may be used.
    mutating func add(_ sample: InertialSample, _ body: (InertialSample) -> Void) { gate.add(sample, body) }

    /// Assesses an image, taken at a time of the estimator.
    mutating func assess(
        _ image: ImageQueue.Entry,
        at time: Double,
        _ estimator: VisualInertialEstimator
    ) -> Verdict {
        let isRepeat = repeats.isRepeat(
            UnsafePointer(image.pixels),
            width: image.width,
            height: image.height,
            bytesPerRow: image.width
        )
        fault = hasSpike(at: image.timestampNanoseconds) ? .inertialSpikes : nil
        let isEmpty = estimator.hasFewFeatures
        if isRepeat, isSkipping || !isEmpty, estimator.isTracking, isMoving(at: time, estimator) {
            isSkipping = true
            if time - lastFreshTime > Self.tuning.repeatSeconds { fault = .frozenImages }
            return .repeatedImage
        }
        isSkipping = false
        if !isRepeat { lastFreshTime = time }
        movedCount = isEmpty || isRepeat || estimator.isStill ? 0 : movedCount + 1
        if gate.frozenSeconds > Self.tuning.frozenSeconds, movedCount >= Self.tuning.movedImageCount {
            fault = .frozenInertialSensors
            return .frozenSamples
        }
        return .usable
    }

    /// Whether the body moves: the last images that showed something new did not rest, or the gyroscope has turned
    /// since then.
    private func isMoving(at time: Double, _ estimator: VisualInertialEstimator) -> Bool {
        guard !isSkipping, estimator.isStill || movedCount < Self.tuning.confirmedMotionCount else { return true }
        guard let turn = estimator.opticalTurn(from: lastFreshTime, to: time) else { return false }
        return turn.log.length > Self.tuning.visibleTurn + Self.tuning.turnRate * (time - lastFreshTime)
    }

    /// The features that do not move with the camera; `turn` is the camera's since the last image, nil if samples are
    /// missing.
    mutating func movingFeatures(
        _ features: [TrackedFeature],
        turn: Rotation?,
        isBiasKnown: Bool,
        camera: CameraModel
    ) -> [TrackedFeature] {
        let result = fixed.movingFeatures(features, turn: turn, isBiasKnown: isBiasKnown, camera: camera)
        if fixed.isFound { fault = .fixedImagePart }
        return result
    }

    /// The identifiers of the last image's features that move with the camera.
    var fixedIdentifiers: [Int32] { fixed.fixedIdentifiers }

    private func hasSpike(at stamp: Int64) -> Bool {
        guard let last = gate.lastSpike else { return false }
        return abs(Double(stamp &- last)) * 1e-9 < Self.tuning.spikeSeconds
    }
}
