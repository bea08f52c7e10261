import Geometry

/// What the initialisation estimates; velocity and gravity are in the first image's body frame.
///
/// As a vector of sixteen: velocity 0–2, direction of gravity 3–4, gyroscope bias 5–7, accelerometer bias 8–10, time
/// offset 11, focal excess 12, rotation of the camera in the body 13–15.
struct MotionUnknowns {
    var velocity = Vector3.zero
    var gravity = Vector3.zero
    var gyroscopeBias = Vector3.zero
    var accelerometerBias = Vector3.zero
    /// The time offset beyond the configured one, seconds.
    var timeOffset = 0.0
    /// Relative: the focal length is the configured one times 1 + this.
    var focalExcess = 0.0
    var bodyFromOptical: Rotation
    /// How much later than its timestamp each image was taken, seconds; the first image's error is part of the time
    /// offset.
    var timestampErrors = SIMD16<Double>.zero

    /// Two steps of gravity at right angles to it, a radian each.
    static func tangents(of gravity: Vector3) -> (Vector3, Vector3) {
        let along = gravity.anyPerpendicular * gravity.length
        return (along, cross(gravity, along) / gravity.length)
    }

    /// The unknowns after a step during which the points' inverse distances grew by a share.
    ///
    /// The images show velocity times inverse distance. The velocity takes its part of a change of scale exactly, not
    /// to first order, so that a step may go far along the valley of equal cost.
    func moved(by step: SIMD16<Double>, inverseDistanceGrowth growth: Double) -> MotionUnknowns {
        var next = self
        let (a, b) = Self.tangents(of: gravity)
        let turned = gravity + a * step[3] + b * step[4]
        let velocityStep = Vector3(step[0], step[1], step[2])
        next.velocity = (velocity * (1 + growth) + velocityStep) / (1 + growth)
        next.gravity = turned.normalized * gravity.length
        next.gyroscopeBias += Vector3(step[5], step[6], step[7])
        next.accelerometerBias += Vector3(step[8], step[9], step[10])
        next.timeOffset += step[11]
        next.focalExcess = Swift.min(Swift.max(next.focalExcess + step[12], -0.4), 0.4)
        next.bodyFromOptical =
            (bodyFromOptical * Rotation(exp: Vector3(step[13], step[14], step[15]))).normalized
        return next
    }
}

/// What is known of the unknowns before any image: expected values and weights.
struct MotionPrior {
    private let configuration: MotionInitializerConfiguration
    /// The weight of each unknown, against pixels².
    let weights: SIMD16<Double>

    init(_ configuration: MotionInitializerConfiguration) {
        self.configuration = configuration
        let variance = MotionInitializer.tuning.pixelSigma * MotionInitializer.tuning.pixelSigma
        func weight(_ sigma: Double) -> Double { variance / (sigma * sigma) }
        let gyroscope = weight(MotionInitializer.tuning.gyroscopeBiasSigma)
        let accelerometer = weight(MotionInitializer.tuning.accelerometerBiasSigma)
        let turn = weight(configuration.extrinsicRotationSigma)
        let speed = weight(20)
        weights = SIMD16(
            speed,
            speed,
            speed,
            1e-9,
            1e-9,
            gyroscope,
            gyroscope,
            gyroscope,
            accelerometer,
            accelerometer,
            accelerometer,
            weight(configuration.timeOffsetSigma),
            weight(configuration.focalScaleSigma),
            turn,
            turn,
            turn
        )
    }

    /// The unknowns' deviations from what is expected.
    func deviations(of unknowns: MotionUnknowns) -> SIMD16<Double> {
        let v = unknowns.velocity
        let g = unknowns.gyroscopeBias
        let a = unknowns.accelerometerBias
        let turn = (configuration.bodyFromOptical.rotation.inverse * unknowns.bodyFromOptical).log
        return SIMD16(
            v.x,
            v.y,
            v.z,
            0,
            0,
            g.x,
            g.y,
            g.z,
            a.x,
            a.y,
            a.z,
            unknowns.timeOffset,
            unknowns.focalExcess,
            turn.x,
            turn.y,
            turn.z
        )
    }

    /// Whether every bias and every part of the calibration is within three of its standard deviations.
    func admits(_ unknowns: MotionUnknowns) -> Bool {
        let variance = MotionInitializer.tuning.pixelSigma * MotionInitializer.tuning.pixelSigma
        let values = deviations(of: unknowns)
        let shares = values * values * weights / variance
        for index in 3..<16 where shares[index] > 9 { return false }
        return true
    }
}
