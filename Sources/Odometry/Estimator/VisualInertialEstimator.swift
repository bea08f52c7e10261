import Features
import Geometry

/// The estimator behind `VisualInertialOdometry`: takes samples and followed points, not images.
///
/// Times are seconds since the first sample: inertial ones on the inertial clock, those of images on the camera's.
final class VisualInertialEstimator {
    struct Tuning: Equatable, Sendable {
        /// After how long in the dark features are accepted leniently.
        ///
        /// Unit: s. Range: 0.2…2. Origin: by hand.
        let darkSeconds = 0.5
        /// For how long they are accepted leniently then.
        ///
        /// Unit: s. Range: 0.2…2. Origin: by hand.
        let lenientSeconds = 0.5
        /// The displacement of a point that counts as rest.
        ///
        /// Unit: pixels. Range: 0.3…2. Origin: by hand.
        let restTolerance: Float = 1
        /// For how long a departure from rest may go unseen: points must move first, and images may come late.
        ///
        /// Unit: s. Range: 0.1…0.2. Origin: 28 simulated phones, seed 1 (docs/notes/phones.md).
        let unseenSeconds = 0.1
        /// For how long samples are kept behind the newest image.
        ///
        /// Unit: s. Range: 2…10. Origin: longer than a start looks back.
        let keptSeconds = 3.0
        /// The largest speed that is plausible.
        ///
        /// Unit: m/s. Range: 20…60. Origin: by hand: a car.
        let maximumSpeed = 40.0
        /// The largest gyroscope bias that is plausible.
        ///
        /// Unit: rad/s. Range: 0.2…2. Origin: by hand.
        let maximumGyroscopeBias = 1.0
        /// The largest accelerometer bias that is plausible.
        ///
        /// Unit: m/s². Range: 1…5. Origin: by hand.
        let maximumAccelerometerBias = 4.0
        /// The largest change of the time offset that is plausible.
        ///
        /// Unit: s. Range: 0.1…0.5. Origin: by hand.
        let maximumTimeOffsetChange = 0.3
    }

    static let tuning = Tuning()

    let configuration: OdometryConfiguration
    let filter: SlidingWindowFilter
    let samples = InertialBuffer()
    private let window: WindowUpdater
    private let restDetector = RestDetector(tolerance: tuning.restTolerance)
    private let starter: FilterStarter
    /// Where the body is while images give no information: the next start takes over position and heading.
    private let reckoning: DeadReckoning
    /// Whether there is a pose.
    private(set) var isTracking = false
    private var health = TrackingHealth()
    /// When the last image was assessed.
    private var lastAssessment = 0.0
    /// Until when features are accepted leniently, inertial clock, seconds: a while after dark images.
    private var lenientEnd = 0.0
    /// How many points the last image showed.
    private var featureCount = 0
    /// The state with which tracking began.
    private(set) var filterStart = InertialState()
    /// The time offset with which tracking began, seconds.
    private var startTimeOffset = 0.0
    /// How long the camera has been at rest, seconds.
    private var restDuration = 0.0

    init(configuration: OdometryConfiguration) {
        self.configuration = configuration
        filter = SlidingWindowFilter(configuration: configuration)
        window = WindowUpdater(filter: filter)
        reckoning = DeadReckoning(configuration: configuration)
        starter = FilterStarter(filter: filter, samples: samples, reckoning: reckoning, update: window.update)
    }

    /// How long after an image's time its last row is exposed, seconds.
    var rowReach: Double { max(0, filter.calibration.readoutTime / 2) }

    /// How long after an image's stamp samples must reach before it can be processed, seconds: a start tries time offsets
    /// around the given one, and a rolling shutter's last rows are exposed later.
    var sampleReach: Double { filter.calibration.timeOffset + (isTracking ? rowReach : starter.sampleReach) }

    /// The standard deviation of a timestamp, seconds.
    var timestampSigma: Double { window.timestampSigma }

    /// Adds a sample, later than the last.
    func add(_ reading: InertialReading, at time: Double) {
        samples.append(reading, at: time)
        if !isTracking { starter.add(reading, at: time) }
    }

    /// Forgets everything but the configuration.
    func reset() {
        samples.removeAll()
        stop()
        health = TrackingHealth()
        reckoning.reset()
    }

    /// Ends tracking; it starts again at the estimated position, as far as that is known, when it can.
    func stop() {
        lenientEnd = 0
        window.removeTracks()
        restDetector.reset()
        starter.reset()
        filter.resetCalibration()
        isTracking = false
        health.begin()
    }

    /// Adds the points of an image; the samples must cover its time.
    ///
    /// Afterwards the filter holds the pose of the image, at rest that of a little earlier.
    func process(_ features: [TrackedFeature], at imageTime: Double) {
        let time = imageTime + filter.calibration.timeOffset
        window.beginImage()
        restDuration = restDetector.restDuration(features, at: imageTime)
        if isTracking {
            follow(features, to: time)
            assess(features)
            // Does nothing if the images have just confirmed the state.
            reckoning.move(to: time, through: samples)
        } else {
            reckoning.move(to: time, through: samples)
            start(features, at: imageTime)
        }
        featureCount = features.count
        samples.removeBefore(time - Self.tuning.keptSeconds)
    }

    /// Forgets what earlier images showed of some features, which turned out to move with the camera.
    func discard(_ identifiers: [Int32]) {
        guard !identifiers.isEmpty else { return }
        if isTracking { window.discard(identifiers) } else { starter.discard(identifiers) }
    }

    /// Moves on through the samples alone, past an image that shows nothing new.
    func coast(to imageTime: Double) {
        let time = imageTime + filter.calibration.timeOffset
        restDetector.reset()
        restDuration = 0
        if isTracking {
            filter.propagate(to: time, through: samples)
            window.skipImage()
            assess([])
        }
        reckoning.move(to: time, through: samples)
        featureCount = 0
        samples.removeBefore(time - Self.tuning.keptSeconds)
    }

    /// Ends tracking and stays in place: the samples before an image give no information.
    func wait(_ features: [TrackedFeature], until imageTime: Double) {
        let time = imageTime + filter.calibration.timeOffset
        if isTracking { stop() }
        starter.reset()
        restDuration = restDetector.restDuration(features, at: imageTime)
        reckoning.hold(until: time)
        featureCount = features.count
    }

    /// Whether the last image showed too few points to track.
    var hasFewFeatures: Bool { featureCount < TrackingHealth.tuning.minimumFeatureCount }

    /// Whether the camera stabilises its images; nil while that is open, or not asked.
    var stabilizationVerdict: StabilizationDetector.Verdict? { window.stabilizationVerdict }

    /// Whether the view may turn otherwise than the body.
    var allowsForStabilization: Bool { filter.view.isUsed }

    /// Whether no point has moved between the last two images.
    var isStill: Bool { restDuration > 0 }

    /// Takes over which features lie on which surfaces.
    func setSurfaces(_ surfaces: [FlatSurface]) { if isTracking { window.setSurfaces(surfaces) } }

    /// The points located in the scene and shown by the last image.
    func landmarks() -> [Landmark] { isTracking ? window.reportedLandmarks() : [] }

    /// What is known after the present image.
    ///
    /// The relative variance of the scale by what is open about the view is added to what the estimator knows of it.
    func frame(timestampNanoseconds: Int64, viewScaleVariance: Double = 0) -> OdometryFrame {
        OdometryFrame(
            of: filter,
            timestampNanoseconds: timestampNanoseconds,
            state: trackingState,
            isTracking: isTracking,
            scaleVariances: (accelerometerScaleVariance, offsetScaleVariance + viewScaleVariance),
            distance: (filter.inertial.position - filterStart.position).length,
            missedVariance: reckoning.missedVariance
        )
    }

    /// The relative variance of a scale that the accelerometer gets wrong as a whole.
    ///
    /// The filter cannot observe it: vibration is rectified and aliased in the accelerometer, and looks like motion.
    private var accelerometerScaleVariance: Double {
        let density = configuration.forceDensity(samples, before: filter.time)
        let relative = configuration.tuning.scaleSigmaPerForceDensity * density
        return relative * relative
    }

    /// The relative variance of the scale by what was learnt before the time offset was found.
    private var offsetScaleVariance: Double {
        let moved = filter.calibration.timeOffset - startTimeOffset
        let relative = configuration.tuning.scaleSigmaPerOffset * moved
        return relative * relative
    }

    /// The camera's rotation between two images by the gyroscope: directions in the first's optical frame to the
    /// second's; nil if samples are missing.
    func opticalTurn(from start: Double, to end: Double) -> Rotation? {
        let offset = filter.calibration.timeOffset
        guard let first = samples.startTime, first <= start + offset, end > start else { return nil }
        var turn = Rotation.identity
        samples.forEachStep(from: start + offset, to: end + offset) { a, b, seconds, _ in
            let rate = (a.angularVelocity + b.angularVelocity) * 0.5 - filter.inertial.gyroscopeBias
            turn = turn * Rotation(exp: rate * seconds)
        }
        let extrinsic = filter.calibration.bodyFromOptical.rotation
        return extrinsic.inverse * turn.normalized.inverse * extrinsic
    }
}

extension VisualInertialEstimator {
    /// Starts tracking if the body rests or its motion can be found.
    private func start(_ features: [TrackedFeature], at imageTime: Double) {
        lastAssessment = imageTime + filter.calibration.timeOffset
        isTracking = starter.start(features, at: imageTime, restDuration: restDuration)
        guard isTracking else { return }
        window.removeTracks()
        health.begin()
        filterStart = filter.inertial
        startTimeOffset = filter.calibration.timeOffset
        reckoning.confirm(filter.inertial, at: filter.time)
    }

    /// Moves the filter to an image and updates it.
    private func follow(_ features: [TrackedFeature], to time: Double) {
        if isResting {
            window.note(features)
            rest(until: time - Self.tuning.unseenSeconds)
        } else {
            filter.propagate(to: time, through: samples)
            if health.darkSeconds > Self.tuning.darkSeconds { lenientEnd = time + Self.tuning.lenientSeconds }
            let rate = samples.smoothRate(at: filter.time, reach: rowReach)
            window.process(
                features,
                angularVelocity: rate - filter.inertial.gyroscopeBias,
                isLenient: time < lenientEnd
            )
        }
    }

    /// Moves the filter to a time and updates it by the rest; the pose stays that of the image, because the body rests.
    ///
    /// The last images of a rest say nothing of the velocity at their own time. If it were taken for zero, walks would
    /// come out too short: by 6 % in the median of simulated phones, whose images are late (docs/notes/phones.md).
    private func rest(until time: Double) {
        let start = filter.time
        guard time > start else { return }
        filter.propagate(to: time, through: samples)
        ZeroVelocityUpdater.resting.apply(
            InertialStatistics(samples, from: start, to: time),
            to: filter,
            with: window.update
        )
    }

    private var isResting: Bool { restDuration > configuration.tuning.restSeconds }

    /// Assesses the present image; ends tracking if it is lost.
    private func assess(_ features: [TrackedFeature]) {
        let rate = samples.reading(at: filter.time)?.angularVelocity ?? .zero
        let velocity = filter.covariance.matrix3(row: StateLayout.velocity, column: StateLayout.velocity)
        let evidence = TrackingHealth.Evidence(
            seconds: filter.time - lastAssessment,
            features: features.count,
            tried: isResting ? 0 : window.tally.tried,
            used: window.tally.used,
            isResting: isResting,
            rate: (rate - filter.inertial.gyroscopeBias).length,
            velocitySigma: velocity.rootDiagonal.length
        )
        lastAssessment = filter.time
        guard health.assess(evidence), isPlausible else { return stop() }
        if health.isConfirmed { reckoning.confirm(filter.inertial, at: filter.time) }
    }

    /// Whether the estimate is possible: finite, no faster than a car, biases and calibration within reason.
    private var isPlausible: Bool {
        let state = filter.inertial
        guard state.isFinite, state.velocity.length < Self.tuning.maximumSpeed,
            state.gyroscopeBias.length < Self.tuning.maximumGyroscopeBias,
            state.accelerometerBias.length < Self.tuning.maximumAccelerometerBias
        else { return false }
        let start = configuration.startCalibration
        let calibration = filter.calibration
        let focal = calibration.camera.focalLengthPixels.x / start.camera.focalLengthPixels.x
        guard focal > 0.5, focal < 2,
            abs(calibration.timeOffset - start.timeOffset) < Self.tuning.maximumTimeOffsetChange,
            calibration.bodyFromOptical.translation.isFinite
        else { return false }
        for index in 0..<StateLayout.inertialCount where !(filter.covariance[index, index] >= 0) { return false }
        return true
    }

    private var trackingState: TrackingState {
        if isTracking { return health.limit.map { .limited($0) } ?? .normal }
        if hasFewFeatures { return .limited(.insufficientFeatures) }
        return .limited(reckoning.state == nil ? .initializing : .relocalizing)
    }
}
