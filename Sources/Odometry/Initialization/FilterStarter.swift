import Features
import Geometry

/// Starts the filter: at rest from the mean of the readings, on the move by a `MotionInitializer`.
final class FilterStarter {
    struct Tuning: Equatable, Sendable {
        /// The samples of this time before an image give the state at rest.
        ///
        /// Unit: s. Range: 0.3…1.5. Origin: by hand.
        let restSpan = 0.7
        /// The rest in images that is needed when the readings are steady too.
        ///
        /// Unit: s. Range: 0.05…0.3. Origin: by hand.
        let minimumRest = 0.09
        /// The rest in images that suffices without steady readings.
        ///
        /// Unit: s. Range: 0.3…1. Origin: by hand.
        let sufficientRest = 0.6
        /// The largest mean angular velocity at rest.
        ///
        /// Unit: rad/s. Range: 0.1…0.5. Origin: by hand: a bias of the gyroscope.
        let maximumRate = 0.3
        /// The largest difference of the mean specific force from gravity at rest.
        ///
        /// Unit: m/s². Range: 0.3…1. Origin: by hand: a bias of the accelerometer.
        let maximumForceError = 0.8
        /// How far the angular velocities of a quarter may be from the mean of all.
        ///
        /// Unit: rad/s. Range: 0.01…0.05. Origin: by hand.
        let steadyRate = 0.02
        /// How far the specific forces of a quarter may be from the mean of all.
        ///
        /// Unit: m/s². Range: 0.1…0.5. Origin: by hand.
        let steadyForce = 0.25
        /// The standard deviation of the tilt at rest, before the readings are used.
        ///
        /// Unit: rad. Range: 0.05…0.2. Origin: by hand.
        let tiltSigma = 0.1
        /// The standard deviation of the velocity at rest, before the readings are used.
        ///
        /// Unit: m/s. Range: 0.05…0.3. Origin: by hand.
        let velocitySigma = 0.1
        /// The standard deviation of the gyroscope's bias at rest, before the readings are used.
        ///
        /// Unit: rad/s. Range: 0.005…0.05. Origin: by hand.
        let gyroscopeBiasSigma = 0.02
        /// The standard deviation of the accelerometer's bias at rest.
        ///
        /// Unit: m/s². Range: 0.05…0.3. Origin: by hand.
        let accelerometerBiasSigma = 0.1
        /// For how long attempts on the move may fail before the given time offset is doubted.
        ///
        /// Unit: s. Range: 0.3…2. Origin: by hand.
        let doubtSeconds = 0.5
        /// The standard deviation of the time offset then.
        ///
        /// Unit: s. Range: 0.02…0.06. Origin: by hand: a guessed phone's.
        let doubtedTimeOffsetSigma = 0.03
        /// How far samples must reach beyond an image's time then.
        ///
        /// Unit: s. Range: 0.05…0.15. Origin: by hand.
        let doubtedReach = 0.08
    }

    static let tuning = Tuning()

    private let configuration: OdometryConfiguration
    private let filter: SlidingWindowFilter
    private let samples: InertialBuffer
    private let reckoning: DeadReckoning
    private let update: KalmanUpdate
    private let motion: MotionInitializer
    /// When the first of the attempts on the move that have failed since was made; nil if none has.
    private var failureStart: Double?

    init(filter: SlidingWindowFilter, samples: InertialBuffer, reckoning: DeadReckoning, update: KalmanUpdate) {
        configuration = filter.configuration
        self.filter = filter
        self.samples = samples
        self.reckoning = reckoning
        self.update = update
        motion = MotionInitializer(configuration: configuration.motionInitializer)
    }

    /// Adds a sample while there is no pose.
    func add(_ reading: InertialReading, at time: Double) {
        motion.add(
            InertialSample(
                timestampNanoseconds: Self.nanoseconds(time),
                angularVelocity: reading.angularVelocity,
                specificForce: reading.specificForce
            )
        )
    }

    /// Forgets the images and samples of a start on the move.
    func reset() {
        motion.reset()
        failureStart = nil
        motion.configuration.timeOffsetSigma = configuration.motionInitializer.timeOffsetSigma
    }

    /// Forgets what earlier images showed of some features.
    func discard(_ identifiers: [Int32]) { motion.discard(identifiers) }

    /// How far samples must reach beyond an image's time for an attempt, seconds: twice the time offset's uncertainty.
    var sampleReach: Double {
        let given = configuration.motionInitializer.timeOffsetSigma
        return motion.configuration.timeOffsetSigma > given ? Self.tuning.doubtedReach : min(0.05, 2 * given)
    }

    /// Starts the filter at an image; false if the body neither rests nor its motion can be found yet.
    func start(_ features: [TrackedFeature], at imageTime: Double, restDuration: Double) -> Bool {
        let time = imageTime + filter.calibration.timeOffset
        guard !startAtRest(time, restDuration) else {
            reset()
            return true
        }
        motion.add(
            features.lazy.map { (identifier: $0.identifier, pixel: $0.pixel) },
            timestampNanoseconds: Self.nanoseconds(imageTime)
        )
        guard restDuration < Self.tuning.minimumRest else { return false }
        motion.forceDensity = configuration.forceDensity(samples, before: time)
        switch motion.solve() {
        case .solved(let found):
            startMoving(found, at: imageTime)
            reset()
            return true
        case .waiting(.uncertain), .waiting(.largeResiduals), .waiting(.tooFewSamples):
            doubtTimeOffset(at: imageTime)
            return false
        case .waiting:
            return false
        }
    }

    /// Widens the time offset's uncertainty if attempts have failed for long: an exact calibration may come with stamps
    /// of another clock.
    private func doubtTimeOffset(at imageTime: Double) {
        let start = failureStart ?? imageTime
        failureStart = start
        guard imageTime - start > Self.tuning.doubtSeconds, configuration.calibration.contains(.timeOffset) else {
            return
        }
        let sigma = max(configuration.priors.timeOffset, Self.tuning.doubtedTimeOffsetSigma)
        motion.configuration.timeOffsetSigma = sigma
    }

    /// The estimator's time as the motion initializer takes it.
    private static func nanoseconds(_ time: Double) -> Int64 { Int64((time * 1e9).rounded()) }

    /// The state at the estimated position and heading since tracking was lost, or at the origin if there is none.
    private func relocated(_ state: InertialState) -> InertialState {
        guard let reckoned = reckoning.state else { return state }
        let before = reckoned.rotation * Vector3(1, 0, 0)
        let now = state.rotation * Vector3(1, 0, 0)
        let turn = Rotation(
            exp: Vector3(0, 0, .arcTangent(y: before.y, x: before.x) - .arcTangent(y: now.y, x: now.x))
        )
        var relocated = state
        relocated.rotation = turn * state.rotation
        relocated.velocity = turn * state.velocity
        relocated.position = reckoned.position
        return relocated
    }

    /// Starts from rest if the camera has been still for long enough; false if not.
    private func startAtRest(_ time: Double, _ restDuration: Double) -> Bool {
        let tuning = Self.tuning
        let start = time - tuning.restSpan
        guard restDuration >= tuning.minimumRest, let first = samples.startTime, first <= start else { return false }
        let readings = InertialStatistics(samples, from: start, to: time)
        guard readings.count > 10, readings.meanRate.length < tuning.maximumRate,
            abs(readings.meanForce.length - configuration.gravity) < tuning.maximumForceError,
            restDuration >= tuning.sufficientRest || isSteady(from: start, to: time)
        else { return false }
        var state = InertialState()
        state.rotation = Rotation(from: readings.meanForce, to: Vector3(0, 0, 1))
        state.gyroscopeBias = readings.meanRate
        let sigma = InertialSigma(
            tilt: tuning.tiltSigma,
            velocity: tuning.velocitySigma,
            gyroscopeBias: tuning.gyroscopeBiasSigma,
            accelerometerBias: tuning.accelerometerBiasSigma
        )
        filter.start(relocated(state), at: time, sigma: sigma)
        ZeroVelocityUpdater.starting.apply(readings, to: filter, with: update)
        return true
    }

    /// Whether the means of the quarters of some time agree: the sensors may vibrate, but neither turn nor accelerate.
    private func isSteady(from start: Double, to end: Double) -> Bool {
        let all = InertialStatistics(samples, from: start, to: end)
        let quarter = (end - start) / 4
        for part in 0..<4 {
            let from = start + Double(part) * quarter
            let some = InertialStatistics(samples, from: from, to: from + quarter)
            guard some.count > 2, (some.meanRate - all.meanRate).length < Self.tuning.steadyRate,
                (some.meanForce - all.meanForce).length < Self.tuning.steadyForce
            else { return false }
        }
        return true
    }

    /// Starts with a motion that was found, its covariance and its calibration.
    private func startMoving(_ found: InitialMotion, at imageTime: Double) {
        filter.adoptCalibration(of: found)
        let state = InertialState(
            rotation: found.odometryFromBody.rotation,
            velocity: found.velocity,
            position: found.odometryFromBody.translation,
            gyroscopeBias: found.gyroscopeBias,
            accelerometerBias: found.accelerometerBias
        )
        filter.start(state, at: imageTime + filter.calibration.timeOffset, covariance: found.covariance)
        filter.reduceCalibrationVariances(
            timeOffset: found.timeOffsetSigma,
            focalLength: found.focalScaleSigma * filter.calibration.camera.focalLengthPixels.x
        )
        filter.startNoise(residualPixels: found.residualPixels)
        filter.relocate(to: relocated(state))
    }
}

extension OdometryConfiguration {
    /// The configuration of the search for the motion at a moving start.
    fileprivate var motionInitializer: MotionInitializerConfiguration {
        var result = MotionInitializerConfiguration(
            camera: camera,
            bodyFromOptical: bodyFromOptical,
            timeOffset: timeOffset
        )
        result.gravity = gravity
        result.readoutTime = readoutTime
        result.timeOffsetSigma = calibration.contains(.timeOffset) ? priors.timeOffset : 1e-5
        result.focalScaleSigma =
            calibration.contains(.focalLength) ? priors.focalLength / camera.focalLengthPixels.x : 1e-5
        result.extrinsicRotationSigma = calibration.contains(.extrinsicRotation) ? priors.extrinsicRotation : 1e-5
        return result
    }
}
