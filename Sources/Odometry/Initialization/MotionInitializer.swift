import Geometry

/// Finds velocity, gravity, biases and the scale of the scene while the body moves, from about a second of images.
///
/// The steps, each short enough to fit between two images (the division is that of Y. He et al., "A
/// rotation-translation-decoupled solution for robust and efficient visual-inertial initialization", CVPR 2023):
/// `GyroscopeBiasSolver`, `LinearAlignment`, `BundleAdjustment`, `StateExtraction`.
package final class MotionInitializer {
    struct Tuning: Equatable, Sendable {
        /// The fewest images of an attempt.
        ///
        /// Unit: 1. Range: 4…10. Origin: by hand.
        let minimumImageCount = 5
        /// The fewest matches of neighbouring images, on average.
        ///
        /// Unit: 1. Range: 8…30. Origin: by hand.
        let minimumMatchCount = 12
        /// The fewest tracks of an attempt.
        ///
        /// Unit: 1. Range: 10…50. Origin: by hand.
        let minimumTrackCount = 20
        /// The standard deviation of the gyroscope's bias around zero.
        ///
        /// Unit: rad/s. Range: 0.01…0.3. Origin: by hand.
        let gyroscopeBiasSigma = 0.1
        /// The standard deviation of the accelerometer's bias around zero.
        ///
        /// Unit: m/s². Range: 0.05…0.5. Origin: by hand.
        let accelerometerBiasSigma = 0.15
        /// The standard deviation of timestamps before it is estimated.
        ///
        /// Unit: s. Range: 1e-4…5e-3. Origin: by hand.
        let timestampSigma = 0.001
        /// The standard deviation of a followed point.
        ///
        /// Unit: pixels. Range: 0.3…2. Origin: by hand.
        let pixelSigma = 1.0
        /// The shortest window that is tried.
        ///
        /// Unit: s. Range: 0.3…1. Origin: by hand.
        let shortestWindow = 0.5
        /// The longest window that is used.
        ///
        /// Unit: s. Range: 0.5…2. Origin: by hand.
        let longestWindow = 1.0
        /// How many images of the window are used, at most a lane of `SIMD16` each.
        ///
        /// Unit: 1. Range: 6…16. Origin: by hand.
        let imageCount = 11
        /// How many points are used at most, the longest seen first.
        ///
        /// Unit: 1. Range: 40…300. Origin: by hand.
        let maximumPointCount = 120
        /// How many steps of adjustment an attempt may take.
        ///
        /// Unit: 1. Range: 5…30. Origin: by hand.
        let maximumIterations = 14
        /// The least time from one attempt to the next.
        ///
        /// Unit: s. Range: 0.03…0.5. Origin: by hand.
        let attemptInterval = 0.095
        /// The largest standard deviation of the velocity that is accepted, if the relative one is smaller.
        ///
        /// Unit: m/s. Range: 0.01…0.1. Origin: by hand.
        let maximumVelocitySigma = 0.03
        /// The largest standard deviation of the velocity that is accepted, as a share of the largest speed.
        ///
        /// Unit: 1. Range: 0.03…0.3. Origin: by hand.
        let maximumRelativeVelocitySigma = 0.1
        /// The largest standard deviation of the direction of gravity that is accepted.
        ///
        /// Unit: rad. Range: 0.01…0.1. Origin: by hand.
        let maximumTiltSigma = 0.035
        /// The largest root mean square residual that is accepted.
        ///
        /// Unit: pixels. Range: 1…4. Origin: by hand.
        let maximumResidualPixels = 2.0
    }

    static let tuning = Tuning()

    /// What is known before the start.
    package var configuration: MotionInitializerConfiguration
    /// The white noise of the accelerometer, m/s²/√Hz: vibration from rotors and steps adds to the velocity's
    /// uncertainty.
    package var forceDensity = 0.0

    private var images: [InitializationWindow.Image] = []
    private var readings: [InitializationWindow.Reading] = []
    private var epoch: Int64?
    private var lastAttempt = -Double.infinity

    /// An initializer without images and samples.
    package init(configuration: MotionInitializerConfiguration) { self.configuration = configuration }

    /// Forgets all images and samples.
    package func reset() {
        images.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        lastAttempt = -.infinity
    }

    /// Adds an inertial sample; one that is not finite or not later than the last is ignored.
    package func add(_ sample: InertialSample) {
        let time = seconds(sample.timestampNanoseconds)
        guard sample.angularVelocity.isFinite, sample.specificForce.isFinite else { return }
        if let last = readings.last, time <= last.time { return }
        readings.append(
            InitializationWindow.Reading(
                time: time,
                angularVelocity: sample.angularVelocity,
                specificForce: sample.specificForce
            )
        )
        if let first = readings.first, time - first.time > 2 * Self.tuning.longestWindow + 2 {
            readings.removeFirst(readings.count / 2)
        }
    }

    /// Adds an image's features, as `FeatureTracker` gives them; an image that is not later than the last is ignored.
    package func add(
        _ features: some Sequence<(identifier: Int32, pixel: SIMD2<Float>)>,
        timestampNanoseconds: Int64
    ) {
        let time = seconds(timestampNanoseconds)
        if let last = images.last, time <= last.time { return }
        while let first = images.first, time - first.time > Self.tuning.longestWindow + 0.01 {
            images.removeFirst()
        }
        var observations: [InitializationWindow.Observation] = []
        for (identifier, pixel) in features {
            let point = configuration.camera.normalized(ofPixel: Vector2(Double(pixel.x), Double(pixel.y)))
            let row = Double(pixel.y) / Double(configuration.camera.height) - 0.5
            guard point.isFinite else { continue }
            observations.append(InitializationWindow.Observation(identifier: identifier, point: point, row: row))
        }
        observations = observations.sorted(byKey: { Double($0.identifier) })
        images.append(
            InitializationWindow.Image(
                timestampNanoseconds: timestampNanoseconds,
                time: time,
                observations: observations
            )
        )
    }

    /// Forgets some features in all images.
    package func discard(_ identifiers: [Int32]) {
        let discarded = identifiers.sorted()
        for index in images.indices { images[index].discard(discarded) }
    }

    /// Tries to find the motion at the last image.
    package func solve() -> MotionInitializerOutcome {
        guard let last = images.last, let first = images.first, images.count >= Self.tuning.minimumImageCount,
            last.time - first.time >= Self.tuning.shortestWindow - 0.005
        else { return .waiting(.tooFewImages) }
        guard last.time - lastAttempt >= Self.tuning.attemptInterval else { return .waiting(.tooSoon) }
        lastAttempt = last.time
        let window = InitializationWindow(configuration, images: selectedImages(), readings: readings)
        guard let rotations = GyroscopeBiasSolver(window).solve() else { return .waiting(.tooFewSamples) }
        guard rotations.matchCount >= Self.tuning.minimumMatchCount * (window.images.count - 1) else {
            return .waiting(.tooFewFeatures)
        }
        guard let path = window.path(rotations.unknowns) else { return .waiting(.tooFewSamples) }
        let tracks = window.tracks()
        guard tracks.count >= Self.tuning.minimumTrackCount else { return .waiting(.tooFewFeatures) }
        guard let start = LinearAlignment(window, tracks, path).solve(rotations.unknowns),
            var adjustment = BundleAdjustment(window, tracks, start)
        else { return .waiting(.uncertain) }
        switch adjustment.solve() {
        case .waiting(let delay): return .waiting(delay)
        case .solved(let solution):
            return StateExtraction(window, tracks, forceDensity: forceDensity).motion(solution)
        }
    }

    private func seconds(_ timestampNanoseconds: Int64) -> Double {
        let zero = epoch ?? timestampNanoseconds
        epoch = zero
        return Double(timestampNanoseconds &- zero) * 1e-9
    }

    /// The images that are used: the first, the last and some between them, evenly spaced.
    private func selectedImages() -> [InitializationWindow.Image] {
        let count = Swift.min(Self.tuning.imageCount, images.count, Self.maximumImageCount)
        return (0..<count).map { images[$0 * (images.count - 1) / (count - 1)] }
    }

    /// A lane of `SIMD16` an image.
    private static let maximumImageCount = 16
}
