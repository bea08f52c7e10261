import Geometry

/// The vibration of the accelerometer above its sampling rate, over some time.
///
/// The difference of a sample from the parabola through its neighbours is no motion of the body. Rotors and steps shake
/// a sensor far more than its own noise does; the fewer the samples, the more of it appears as motion.
struct ForceShaking: Equatable {
    /// The density that white noise as strong would have, m/s²/√Hz.
    private(set) var density = 0.0
    /// The mean time between two samples, seconds.
    private(set) var interval = 0.0
    struct Tuning: Equatable, Sendable {
        /// The time before the present whose samples are used.
        ///
        /// Unit: s. Range: 0.2…2. Origin: by hand.
        let span = 0.5
        /// The longest time in which four samples must come: a gap is no vibration.
        ///
        /// Unit: s. Range: 0.05…0.3. Origin: by hand.
        let maximumReach = 0.1
        /// The fewest samples.
        ///
        /// Unit: 1. Range: 4…20. Origin: by hand.
        let minimumCount = 8.0
    }

    static let tuning = Tuning()

    /// The shaking in the samples before a time.
    init(_ samples: InertialBuffer, before time: Double) {
        var last = (Vector3.zero, Vector3.zero, Vector3.zero)
        var times = (-Double.infinity, -Double.infinity, -Double.infinity)
        var sum = 0.0
        var reach = 0.0
        var count = 0.0
        samples.forEachTimedSample(from: time - Self.tuning.span, to: time) { now, reading in
            let force = reading.specificForce
            if now - times.0 < Self.tuning.maximumReach {
                let rest = force - (last.2 - last.1) * 3 - last.0
                sum += dot(rest, rest)
                reach += now - times.0
                count += 1
            }
            last = (last.1, last.2, force)
            times = (times.1, times.2, now)
        }
        guard count >= Self.tuning.minimumCount else { return }
        interval = reach / (3 * count)
        // Three axes; independent samples of variance 1 leave 1 + 9 + 9 + 1.
        density = (sum / (60 * count) * interval).squareRoot()
    }

    /// The density to use if the sensor's own is known and a share of its vibration, by the interval, counts as noise.
    func density(own: Double, share: Double) -> Double {
        let counted = min(1, share * interval)
        return (own * own + counted * counted * max(0, density * density - own * own)).squareRoot()
    }
}

extension OdometryConfiguration {
    /// The accelerometer's white noise to use, m/s²/√Hz: its own and its share of the shaking in the samples before a
    /// time.
    func forceDensity(_ samples: InertialBuffer, before time: Double) -> Double {
        ForceShaking(samples, before: time).density(own: movingNoise.accelerometerDensity, share: tuning.vibrationShare)
    }
}
