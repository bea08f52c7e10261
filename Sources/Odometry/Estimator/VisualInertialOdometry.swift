import Features
import Geometry
import Imaging

/// Visual-inertial odometry: images and samples in, pose, velocity, biases, calibration and landmarks out.
///
/// Feed samples and images as they come, and take frames with `nextFrame` until there is none. The same input gives the
/// same output, bit for bit; once the first images are through, an image costs no allocation.
public final class VisualInertialOdometry {
    /// The configuration, as given.
    public let configuration: OdometryConfiguration
    /// How many samples and images were refused: not finite, repeated, going back in time, of a wrong size.
    public private(set) var refusedCount = 0

    private let estimators: EstimatorPair
    private let tracker: FeatureTracker
    private let queue: ImageQueue
    private var clock = SampleClock()
    private var spreader = BurstSpreader()
    private var monitor = SensorMonitor()
    private(set) var origin: Int64?
    private var lastImageTimestamp = Int64.min
    private var lastImageTime: Double?
    private var isFinished = false

    /// An odometry without samples and images.
    public init(configuration: OdometryConfiguration) {
        self.configuration = configuration
        estimators = EstimatorPair(configuration: configuration)
        var tracking = configuration.tracking
        tracking.maximumCount = min(configuration.maximumFeatureCount, 400)
        tracker = FeatureTracker(configuration: tracking)
        queue = ImageQueue(capacity: 32)
    }

    /// The estimator that is reported.
    var estimator: VisualInertialEstimator { estimators.reported }

    /// The points followed in the last image.
    public var features: [TrackedFeature] { tracker.features }

    /// The points located in the scene and shown by the last image; computed when asked for.
    public var landmarks: [Landmark] { estimator.landmarks() }

    /// Adds a sample; one that is not finite, or not later than the last, is dropped and counted.
    public func add(_ sample: InertialSample) {
        guard sample.angularVelocity.isFinite, sample.specificForce.isFinite else { return refuse() }
        guard sample.angularVelocity.length < 200, sample.specificForce.length < 1000 else { return refuse() }
        switch clock.accept(sample.timestampNanoseconds) {
        case .refused: return refuse()
        case .restarted: restartClock()
        case .continued: break
        }
        spreader.add(sample, take)
    }

    /// Takes a sample with its own time.
    private func take(_ sample: InertialSample) {
        monitor.add(sample) { good in
            let reading = InertialReading(angularVelocity: good.angularVelocity, specificForce: good.specificForce)
            let time = seconds(good.timestampNanoseconds)
            estimators.add(reading, at: time)
        }
    }

    /// Adds a gray image; it waits until samples cover its time.
    public func add(_ image: GrayImage, timestampNanoseconds: Int64) {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            add(
                pixels: base,
                width: image.width,
                height: image.height,
                bytesPerRow: image.width,
                timestampNanoseconds: timestampNanoseconds
            )
        }
    }

    /// Adds a gray image of rows of bytes, which are copied; it waits until samples cover its time.
    public func add(
        pixels: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        bytesPerRow: Int,
        timestampNanoseconds: Int64
    ) {
        guard width == configuration.camera.width, height == configuration.camera.height, bytesPerRow >= width else {
            return refuse()
        }
        guard timestampNanoseconds > lastImageTimestamp else { return refuse() }
        lastImageTimestamp = timestampNanoseconds
        queue.append(
            pixels: pixels,
            width: width,
            height: height,
            bytesPerRow: bytesPerRow,
            timestampNanoseconds: timestampNanoseconds
        )
    }

    /// Sets which features lie on which flat surfaces; from the next image on, the landmarks among them are held to
    /// planes.
    ///
    /// Surfaces that are not named any more are removed. Surfaces tell the filter what it cannot see: that points far
    /// apart lie on one plane, and that points seen now lie on the plane of those that have left the image.
    public func hold(_ surfaces: [FlatSurface]) {
        guard configuration.surfaceSigma > 0 else { return }
        estimators.setSurfaces(surfaces)
    }

    /// Declares the input to have ended: waiting images are processed with the samples there are.
    public func finish() {
        spreader.release(take)
        isFinished = true
    }

    private func refuse() { refusedCount += 1 }

    private func seconds(_ stamp: Int64) -> Double {
        if origin == nil { origin = stamp }
        return Double(stamp &- (origin ?? 0)) * 1e-9
    }

    private func restartClock() {
        queue.removeAll()
        lastImageTimestamp = .min
        lastImageTime = nil
        origin = nil
        estimators.reset()
        tracker.reset()
        monitor = SensorMonitor()
        spreader = BurstSpreader()
    }

    /// Processes the oldest waiting image that samples cover; nil if there is none.
    public func nextFrame() -> OdometryFrame? {
        guard let image = queue.first, let end = estimator.samples.endTime else { return nil }
        let time = seconds(image.timestampNanoseconds)
        guard isFinished || time + estimators.sampleReach <= end else { return nil }
        queue.removeFirst()
        let verdict = monitor.assess(image, at: time, estimator)
        let features = verdict == .repeatedImage ? [] : track(image, at: time)
        switch verdict {
        case .repeatedImage: estimators.coast(to: time)
        case .usable: estimators.process(features, at: time)
        case .frozenSamples: estimators.wait(features, until: time)
        }
        var frame = estimators.frame(timestampNanoseconds: image.timestampNanoseconds)
        frame.fault = monitor.fault ?? (estimators.allowsForStabilization ? .stabilizedImages : nil)
        return frame
    }

    /// Follows the features into an image; returns those that do not move with the camera.
    private func track(_ image: ImageQueue.Entry, at time: Double) -> [TrackedFeature] {
        let camera = estimator.filter.calibration.camera
        let turn = lastImageTime.flatMap { estimator.opticalTurn(from: $0, to: time) }
        tracker.track(
            pixels: UnsafePointer(image.pixels),
            width: image.width,
            height: image.height,
            bytesPerRow: image.width,
            camera: camera,
            currentFromPrevious: turn
        )
        lastImageTime = time
        let moving = monitor.movingFeatures(
            tracker.features,
            turn: turn,
            isBiasKnown: estimator.isTracking,
            camera: camera
        )
        estimators.discard(monitor.fixedIdentifiers)
        return moving
    }
}
