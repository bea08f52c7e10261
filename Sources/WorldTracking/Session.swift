import Features
import Geometry
import Imaging
import Odometry

/// An AR session: sensors in, frames, anchors and events out.
///
/// Feed samples and pictures as they come and take frames with `nextFrame` until there is none; take events with `takeEvents`. The
/// session knows no clock: time is what the stamps say. It is for one thread at a time.
public final class Session {
    /// What is known of the world; gestures set anchors and cast rays here.
    public var world: WorldBuilder
    /// Whether it runs; pictures and samples are dropped while it does not.
    public private(set) var isRunning = false
    /// Whether pictures have stopped arriving, or the host said so.
    public private(set) var isInterrupted = false

    private var odometry: VisualInertialOdometry?
    private var odometryConfiguration: OdometryConfiguration?
    private var mapper: PoseMapper?
    private let describer = PictureDescriber()
    private var waiting: [(timestampNanoseconds: Int64, picture: GrayImage)] = []
    private var ready: [TrackedPicture] = []
    private var lastPictureNanoseconds: Int64?
    private var rates = RecentRates()
    private var drift = DriftGauge()
    private var epoch: Int32 = 0
    private var hadPose = false

    /// By how much the standard deviation of the scale and of the position is more than the filter says, which takes its measurements for independent: found by
    /// holding measured lengths to the simulator's truth (`make bench-world`).
    private static let scaleSigmaFactor = 2.5
    /// How many pictures wait at most for the inertial samples of their time.
    private static let capacity = 32

    /// A session that waits to be run.
    public init() { world = WorldBuilder() }

    /// Starts, or goes on after a pause, with the poses that the odometry finds from pictures and inertial samples.
    ///
    /// Without options a session that ran before keeps its world: the old place is looked for.
    public func run(
        _ configuration: SessionConfiguration = .init(),
        odometry odometryConfiguration: OdometryConfiguration,
        options: RunOptions = []
    ) {
        let isSame = odometry != nil && odometryConfiguration == self.odometryConfiguration
        if options.contains(.resetTracking) || !isSame || !isRunning {
            odometry = VisualInertialOdometry(configuration: odometryConfiguration)
            self.odometryConfiguration = odometryConfiguration
            beginEpoch()
        }
        mapper = nil
        world.tellsFlatSurfaces = odometryConfiguration.surfaceSigma > 0
        start(configuration, options)
    }

    /// Starts, or goes on after a pause, with poses that come with the pictures.
    public func run(withOutsidePoses configuration: SessionConfiguration = .init(), options: RunOptions = []) {
        odometry = nil
        if mapper == nil || options.contains(.resetTracking) || !isRunning {
            mapper = PoseMapper()
            beginEpoch()
        }
        start(configuration, options)
    }

    private func start(_ configuration: SessionConfiguration, _ options: RunOptions) {
        if options.contains(.resetTracking) { world.restart(keepsAnchors: !options.contains(.removeExistingAnchors)) }
        if options.contains(.removeExistingAnchors) { world.removeAllAnchors() }
        world.configuration = configuration
        isRunning = true
        lastPictureNanoseconds = nil
    }

    /// Stops: nothing is taken in until it is run again; the world is kept.
    public func pause() {
        isRunning = false
        waiting.removeAll()
        ready.removeAll()
    }

    /// Takes up an inertial sample; a bad one is dropped.
    public func add(_ sample: InertialSample) {
        guard isRunning, let odometry else { return }
        odometry.add(sample)
        rates.add(sample)
    }

    /// Takes up a gray picture; its frame comes when inertial samples cover its time.
    public func add(_ picture: GrayImage, timestampNanoseconds: Int64) {
        guard isRunning, let odometry else { return }
        noteArrival(timestampNanoseconds)
        odometry.add(picture, timestampNanoseconds: timestampNanoseconds)
        waiting.append((timestampNanoseconds, picture))
        if waiting.count > Self.capacity { waiting.removeFirst() }
    }

    /// Takes up a gray picture with the pose of its camera from outside, in a world of its own with +Z up.
    public func add(
        _ picture: GrayImage,
        odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        lens: CameraModel,
        timestampNanoseconds: Int64
    ) {
        guard isRunning, let mapper else { return }
        noteArrival(timestampNanoseconds)
        guard
            var tracked = mapper.track(
                picture,
                odometryFromOptical: odometryFromOptical,
                lens: lens,
                timestampNanoseconds: timestampNanoseconds
            )
        else { return }
        tracked.epoch = epoch
        ready.append(tracked)
    }

    /// Declares the input to have ended, so that the last pictures give their frames.
    public func finish() { odometry?.finish() }

    /// The camera is taken away: a call, another tab, the app in the background.
    public func beginInterruption() {
        guard !isInterrupted else { return }
        isInterrupted = true
        world.events.append(.interrupted)
    }

    /// The camera is back.
    public func endInterruption() {
        guard isInterrupted else { return }
        isInterrupted = false
        world.events.append(.interruptionEnded)
    }

    /// The next frame; nil where no picture waits that inertial samples cover.
    public func nextFrame() -> Frame? {
        nextTrackedPicture().map { world.update(with: $0, describer: describer) }
    }

    /// The next picture with its pose, for those who update the world with it themselves; nil as with `nextFrame`.
    public func nextTrackedPicture() -> TrackedPicture? {
        if mapper != nil { return ready.isEmpty ? nil : ready.removeFirst() }
        guard let odometry else { return nil }
        if let surfaces = world.takeFlatSurfaces() { odometry.hold(surfaces) }
        guard let frame = odometry.nextFrame() else { return nil }
        waiting.removeAll { $0.timestampNanoseconds < frame.timestampNanoseconds }
        let isHere = waiting.first?.timestampNanoseconds == frame.timestampNanoseconds
        let picture = isHere ? waiting.removeFirst().picture : nil
        if hadPose, frame.odometryFromBody == nil { beginEpoch() }
        hadPose = frame.odometryFromBody != nil
        return tracked(frame, odometry, picture)
    }

    /// What happened since the last call, in order.
    public func takeEvents() -> [SessionEvent] { world.takeEvents() }

    /// The motion sensors' part of the last frame's calibration: lens, camera in the body, time offset, readout.
    public private(set) var calibration: OdometryCalibration?

    private func beginEpoch() {
        epoch &+= 1
        drift.removeAll()
        hadPose = false
    }

    private func noteArrival(_ now: Int64) {
        if let last = lastPictureNanoseconds, Double(now &- last) * 1e-9 > world.configuration.interruptionAfter {
            beginInterruption()
        }
        endInterruption()
        lastPictureNanoseconds = now
    }

    /// What the odometry knew of the last frame's picture; nil before the first and with outside poses.
    public private(set) var odometryFrame: OdometryFrame?

    /// The points followed in the last frame's picture; none with outside poses.
    public var features: [TrackedFeature] { odometry?.features ?? [] }

    private func tracked(
        _ frame: OdometryFrame,
        _ odometry: VisualInertialOdometry,
        _ picture: GrayImage?
    ) -> TrackedPicture {
        calibration = frame.calibration
        odometryFrame = frame
        let odometryFromOptical = frame.odometryFromBody.map { $0 * frame.calibration.bodyFromOptical }
        let landmarks = odometry.landmarks.map { landmark in
            TrackedLandmark(
                identifier: landmark.identifier,
                pointInOdometry: landmark.pointInWorld,
                covariance: landmark.covariance,
                pixel: Vector2(Double(landmark.pixel.x), Double(landmark.pixel.y)),
                age: landmark.age
            )
        }
        let sigma = frame.positionSigma * Self.scaleSigmaFactor
        let variance = dot(sigma, sigma) / 3
        return TrackedPicture(
            timestampNanoseconds: frame.timestampNanoseconds,
            epoch: epoch,
            state: frame.state,
            odometryFromOptical: odometryFromOptical,
            lens: frame.calibration.camera,
            motion: rates.motion(of: frame),
            landmarks: landmarks,
            scaleSigma: frame.scaleSigma * Self.scaleSigmaFactor,
            driftVariance: drift.take(variance, timestampNanoseconds: frame.timestampNanoseconds),
            picture: picture
        )
    }
}
