import Odometry
import Recordings

/// What runs a program on a phone, and how it hands over samples and images.
struct Platform: Sendable {
    /// Its name.
    let name: String
    /// Inertial samples per second.
    let inertialRate: Double
    /// The steps of the samples' values, rad/s and m/s²; 0 for none.
    let rounding: (gyroscope: Double, accelerometer: Double)
    /// What happens to the samples beside that.
    let delivery: InertialDelivery
    /// The scatter of the images' timestamps, seconds.
    let stampJitter: Double
    /// The share of dropped images.
    let droppedShare: Double
    /// The noise that programs assume there: they do not know the chip.
    let assumedNoise: InertialNoise

    /// Safari: CoreMotion's fused samples at 60 Hz, in the gyroscope's own steps of 0.061 °/s.
    static let safari = browser("Safari", 60, steps: (0.061, 0.01), cutoff: 25, lag: 8, jitter: 2, dropped: 0.01)
    /// Chromium: an event every 16 ms, rounded as the specification asks, with the time of its delivery.
    static let chromium = browser("Chromium", 60, steps: (0.1, 0.1), lag: 4, jitter: 4, dropped: 0.02)
    /// Firefox: the platform's "game" rate of 50 Hz, delivered by the main thread.
    static let firefox = browser("Firefox", 50, steps: (0.1, 0.01), lag: 5, jitter: 8, dropped: 0.03)
    /// A WebView in an app: samples come in bursts of three, and its clock stands still at times.
    static let webView = browser("WebView", 60, steps: (0.1, 0.1), jitter: 3, dropped: 0.01, burst: 3, freeze: 3)
    /// An app on iOS: CoreMotion gives at most 100 samples per second.
    static let iosApp = app(100, name: "iOS app")

    /// An app on Android, whose samples have the time of sampling.
    static func app(_ rate: Double, name: String = "Android app") -> Platform {
        Platform(
            name: name,
            inertialRate: rate,
            rounding: (0, 0),
            delivery: InertialDelivery(),
            stampJitter: 0.0003,
            droppedShare: 0.005,
            assumedNoise: .typicalPhone
        )
    }

    /// What pages assume: `browserNoise` of Web/sightline/sources/calibration.js.
    private static let pageNoise = InertialNoise(
        gyroscopeDensity: 1e-3,
        accelerometerDensity: 1e-2,
        gyroscopeWalk: 2e-5,
        accelerometerWalk: 5e-4
    )

    /// A browser: its name, samples per second, the steps of their values, Hz, milliseconds, and a share.
    private static func browser(
        _ name: String,
        _ rate: Double,
        steps: (degrees: Double, accelerometer: Double),
        cutoff: Double = 0,
        lag: Double = 0,
        jitter: Double,
        dropped: Double,
        burst: Int = 1,
        freeze: Double = 0
    ) -> Platform {
        var delivery = InertialDelivery()
        (delivery.cutoff, delivery.fusionLag) = (cutoff, lag / 1000)
        (delivery.stampJitter, delivery.droppedShare, delivery.burst) = (jitter / 1000, dropped, burst)
        (delivery.freezeInterval, delivery.freezeTime) = (freeze, 0.08)
        return Platform(
            name: name,
            inertialRate: rate,
            rounding: (steps.degrees * InertialChip.degree, steps.accelerometer),
            delivery: delivery,
            stampJitter: 0.002,
            droppedShare: 0.02,
            assumedNoise: pageNoise
        )
    }
}
