import Features
import Geometry

extension VisualInertialEstimator {
    /// Starts tracking where the body rests, or where its motion can be found; false where neither is so yet.
    func start(_ features: [TrackedFeature], at pictureTime: Double) -> Bool {
        let time = pictureTime + filter.calibration.timeOffset
        lastJudgement = time
        guard !startAtRest(time) else { return true }
        let stamp = Self.nanoseconds(pictureTime)
        motion.add(features.lazy.map { (identifier: $0.identifier, pixel: $0.pixel) }, timestampNanoseconds: stamp)
        guard restDuration < 0.09 else { return false }
        motion.forceDensity = configuration.forceDensity(samples, before: time)
        guard case .solved(let found) = motion.solve() else { return false }
        startMoving(found, at: pictureTime)
        return true
    }

    /// The estimator's time as the motion initializer takes it.
    static func nanoseconds(_ time: Double) -> Int64 { Int64((time * 1e9).rounded()) }

    /// Position and heading to start with: where the body has come to since tracking was lost, else the origin.
    private func placed(_ state: InertialState) -> InertialState {
        guard let reckoned = reckoning.state else { return state }
        let before = reckoned.rotation * Vector3(1, 0, 0)
        let now = state.rotation * Vector3(1, 0, 0)
        let turn = Rotation(exp: Vector3(0, 0, .arcTangent(y: before.y, x: before.x) - .arcTangent(y: now.y, x: now.x)))
        var placed = state
        placed.rotation = turn * state.rotation
        placed.velocity = turn * state.velocity
        placed.position = reckoned.position
        return placed
    }

    private func begin() {
        tracks.removeAll()
        motion.reset()
        health.begin()
        filterStart = filter.inertial
        reckoning.take(filter.inertial, at: filter.time)
    }

    /// Starts from rest where the camera has been still for long enough; false where it has not.
    private func startAtRest(_ time: Double) -> Bool {
        let span = 0.7
        guard restDuration >= 0.09, let first = samples.startTime, first <= time - span else { return false }
        let readings = InertialStatistics(samples, from: time - span, to: time)
        guard readings.count > 10, readings.meanRate.length < 0.3 else { return false }
        guard abs(readings.meanForce.length - configuration.gravity) < 0.8 else { return false }
        guard restDuration >= 0.6 || isSteady(from: time - span, to: time) else { return false }
        var state = InertialState()
        state.rotation = Rotation(from: readings.meanForce, to: Vector3(0, 0, 1))
        state.gyroscopeBias = readings.meanRate
        let sigma = InertialSigma(tilt: 0.1, velocity: 0.1, gyroscopeBias: 0.02, accelerometerBias: 0.1)
        filter.start(placed(state), at: time, sigma: sigma)
        let settle = ZeroVelocityUpdater(velocitySigma: 0.03, rateSigma: 0.003, forceSigma: 0.05)
        settle.apply(readings, to: filter, with: visual.update)
        begin()
        return true
    }

    /// Whether the means of the quarters of some time agree: the sensors may shake, but neither turn nor speed up.
    private func isSteady(from start: Double, to end: Double) -> Bool {
        let all = InertialStatistics(samples, from: start, to: end)
        let quarter = (end - start) / 4
        for part in 0..<4 {
            let from = start + Double(part) * quarter
            let some = InertialStatistics(samples, from: from, to: from + quarter)
            guard some.count > 2 else { return false }
            guard (some.meanRate - all.meanRate).length < 0.02 else { return false }
            guard (some.meanForce - all.meanForce).length < 0.25 else { return false }
        }
        return true
    }

    /// Starts with a motion that was found, its covariance and what it says of the calibration.
    private func startMoving(_ found: InitialMotion, at pictureTime: Double) {
        let options = configuration.calibration
        if options.contains(.timeOffset) { filter.calibration.timeOffset = found.timeOffset }
        if options.contains(.focalLength) { filter.calibration.camera.focalLengthPixels *= found.focalScale }
        if options.contains(.extrinsicRotation) { filter.calibration.bodyFromOptical = found.bodyFromOptical }
        let state = InertialState(
            rotation: found.odometryFromBody.rotation,
            velocity: found.velocity,
            position: found.odometryFromBody.translation,
            gyroscopeBias: found.gyroscopeBias,
            accelerometerBias: found.accelerometerBias
        )
        let time = pictureTime + filter.calibration.timeOffset
        filter.start(state, at: time, covariance: found.covariance)
        filter.narrowCalibration(
            timeOffset: found.timeOffsetSigma,
            focalLength: found.focalScaleSigma * filter.calibration.camera.focalLengthPixels.x
        )
        filter.place(placed(state))
        begin()
    }
}

extension OdometryConfiguration {
    /// What the search for the motion at a moving start is told.
    var motionInitializer: MotionInitializerConfiguration {
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
