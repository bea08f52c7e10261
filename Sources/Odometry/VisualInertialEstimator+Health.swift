import Features
import Geometry

extension VisualInertialEstimator {
    /// Judges the picture just done; gives tracking up where it is lost.
    func judge(_ features: [TrackedFeature]) {
        let rate = samples.reading(at: filter.time)?.angularVelocity ?? .zero
        let velocity = filter.covariance.matrix3(row: StateLayout.velocity, column: StateLayout.velocity)
        let evidence = TrackingHealth.Evidence(
            seconds: filter.time - lastJudgement,
            features: features.count,
            tried: restDuration > configuration.restSeconds ? 0 : visual.triedCount,
            used: visual.usedCount,
            isResting: restDuration > configuration.restSeconds,
            rate: (rate - filter.inertial.gyroscopeBias).length,
            velocitySigma: velocity.rootDiagonal.length
        )
        lastJudgement = filter.time
        guard health.judge(evidence), isPlausible else { return stop() }
        if health.isBorneOut { reckoning.take(filter.inertial, at: filter.time) }
    }

    /// Whether the estimate is such as can be: finite, no faster than a car, biases and calibration within reason.
    private var isPlausible: Bool {
        let state = filter.inertial
        guard state.isFinite, state.velocity.length < 40, state.gyroscopeBias.length < 1 else { return false }
        guard state.accelerometerBias.length < 4 else { return false }
        let start = configuration.startCalibration
        let calibration = filter.calibration
        let focal = calibration.camera.focalLengthPixels.x / start.camera.focalLengthPixels.x
        guard focal > 0.5, focal < 2, abs(calibration.timeOffset - start.timeOffset) < 0.3 else { return false }
        guard calibration.bodyFromOptical.translation.isFinite else { return false }
        for index in 0..<StateLayout.inertialCount where !(filter.covariance[index, index] >= 0) { return false }
        return true
    }
}
