import Depth
import Features
import Geometry
import Imaging
import Odometry

/// An AR session: sensors in, frames, anchors and events out.
///
/// Add samples and images as they arrive and take frames with `nextFrame` until there is none; take events with
/// `takeEvents`. The session knows no clock: time comes from the timestamps. It is for one thread at a time.
public final class Session {
    /// What is known of the world; tools set anchors and cast rays here.
    public var world: World
    /// Whether it runs; images and samples are dropped while it does not.
    public private(set) var isRunning = false
    /// Whether images have stopped arriving, or the host reported an interruption.
    public private(set) var isInterrupted = false

    private var odometry: VisualInertialOdometry?
    private var odometryConfiguration: OdometryConfiguration?
    private var mapper: KnownPoseMapper?
    private let describer = ImageDescriber()
    /// The images that the odometry has not processed yet.
    private var waiting: [(timestampNanoseconds: Int64, image: GrayImage)] = []
    /// The images with known poses that have not become frames yet.
    private var ready: [TrackedImage] = []
    private var lastImageNanoseconds: Int64?
    private var inertialSamples = RecentInertialSamples()
    private var drift = DriftEstimator()
    private var depth: DepthTracking?
    private var keyframes: DepthKeyframeFeed?
    /// Which of the source's worlds the poses belong to.
    package private(set) var epoch: Int32 = 0
    private var hadPose = false

    /// The factor by which the standard deviations of scale and position exceed the filter's.
    ///
    /// The filter takes its measurements for independent. Lengths of table-top walks whose truth the simulator knows
    /// were compared with their stated uncertainty (docs/notes/lengths.md).
    private static let sigmaFactor = 1.5
    /// How many images wait at most for the inertial samples of their time.
    private static let capacity = 32

    /// A session that waits to be run.
    public init() { world = World() }

    /// Starts, or goes on after a pause, with the poses that the odometry finds from images and inertial samples.
    ///
    /// Without options a session that ran before keeps its world: the session tries to recognise its old place.
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
        world.reportsFlatSurfaces = odometryConfiguration.surfaceSigma > 0
        start(configuration, options)
    }

    /// Starts, or goes on after a pause, with poses that come with the images.
    public func run(withKnownPoses configuration: SessionConfiguration = .init(), options: RunOptions = []) {
        odometry = nil
        if mapper == nil || options.contains(.resetTracking) || !isRunning {
            mapper = KnownPoseMapper()
            beginEpoch()
        }
        start(configuration, options)
    }

    private func start(_ configuration: SessionConfiguration, _ options: RunOptions) {
        if options.contains(.resetTracking) { world.restart(keepsAnchors: !options.contains(.removeExistingAnchors)) }
        if options.contains(.removeExistingAnchors) { world.removeUserAnchors() }
        world.configuration = configuration
        isRunning = true
        lastImageNanoseconds = nil
    }

    /// Stops: nothing is added until it is run again; the world is kept.
    public func pause() {
        isRunning = false
        waiting.removeAll()
        ready.removeAll()
    }

    /// Adds an inertial sample; a bad one is dropped.
    public func add(_ sample: InertialSample) {
        guard isRunning, let odometry else { return }
        odometry.add(sample)
        inertialSamples.add(sample)
    }

    /// Adds a gray image; its frame comes when inertial samples cover its time.
    public func add(_ image: GrayImage, timestampNanoseconds: Int64) {
        guard isRunning, let odometry else { return }
        noteArrival(timestampNanoseconds)
        odometry.add(image, timestampNanoseconds: timestampNanoseconds)
        waiting.append((timestampNanoseconds, image))
        if waiting.count > Self.capacity { waiting.removeFirst() }
    }

    /// Adds a gray image with the known pose of its camera, in a world of its own with +Z up.
    ///
    /// The pose is that of the middle row; `motion` is that of a rolling shutter, its velocity along that world's axes.
    public func add(
        _ image: GrayImage,
        odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        lens: CameraModel,
        motion: CameraMotion? = nil,
        timestampNanoseconds: Int64
    ) {
        guard isRunning, let mapper else { return }
        noteArrival(timestampNanoseconds)
        guard
            var tracked = mapper.track(
                image,
                odometryFromOptical: odometryFromOptical,
                lens: lens,
                motion: motion,
                timestampNanoseconds: timestampNanoseconds
            )
        else { return }
        tracked.epoch = epoch
        ready.append(tracked)
    }

    /// Adds a known pose for which there is no image, as of a headset that keeps its camera to itself.
    ///
    /// `surfaces` are all those that the source found by itself; nil if there is nothing new. Ignored unless the session
    /// runs with known poses and time goes forward.
    public func addPose(
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        lens: CameraModel,
        surfaces: [OutsidePlane]?,
        timestampNanoseconds: Int64
    ) {
        guard isRunning, mapper != nil, odometryFromOptical.translation.isFinite else { return }
        if let last = lastImageNanoseconds, timestampNanoseconds <= last { return }
        noteArrival(timestampNanoseconds)
        ready.append(
            TrackedImage(
                timestampNanoseconds: timestampNanoseconds,
                epoch: epoch,
                state: .normal,
                odometryFromOptical: odometryFromOptical,
                lens: lens,
                landmarks: [],
                scaleSigma: 0,
                image: nil,
                surfaces: surfaces
            )
        )
    }

    /// Ends the input, so that the last images give their frames.
    public func finish() { odometry?.finish() }

    /// The camera is taken away: a call, another tab, the app in the background.
    public func beginInterruption() {
        guard !isInterrupted else { return }
        isInterrupted = true
        world.report(.interrupted)
    }

    /// The camera is back.
    public func endInterruption() {
        guard isInterrupted else { return }
        isInterrupted = false
        world.report(.interruptionEnded)
    }

    /// The next frame; nil if no image waits that inertial samples cover.
    public func nextFrame() -> Frame? {
        nextTrackedImage().map { world.update(with: $0, describer: describer) }
    }

    // MARK: Depth

    /// The errors of the odometry's poses from one keyframe to another: radians and metres.
    ///
    /// Fitted to the coverage of simulated seed 11, own poses, of `make bench-depth`.
    private static let keyframeSigma = (rotation: 0.002, position: 0.006)

    /// What depth maps are made with: the usual configuration with the errors of the odometry's poses.
    public static var depthConfiguration: DepthConfiguration {
        var configuration = DepthConfiguration()
        (configuration.rotationSigma, configuration.positionSigma) = keyframeSigma
        return configuration
    }

    /// Keeps keyframes from now on, so that depth maps can be made; a session that does not call this pays nothing.
    public func startDepth(_ configuration: DepthConfiguration = Session.depthConfiguration) {
        depth = DepthTracking(configuration)
    }

    /// Drops the keyframes; the last depth map stays.
    public func stopDepth() { depth = nil }

    /// Makes the depth map of the newest keyframe, for hit tests of the type `depth` and as `world.depthMap`.
    ///
    /// Takes some 25 ms: call it a few times per second. `isForOcclusion` makes also what a renderer hides things behind with
    /// sharp edges, in another 2 to 4 ms; without it they are the map's own. Returns nil, and keeps the last map, if the camera
    /// has not moved enough or `startDepth` was not called.
    @discardableResult
    public func updateDepth(isForOcclusion: Bool = false) -> DepthMap? {
        guard let map = depth?.map(isForOcclusion: isForOcclusion) else { return nil }
        world.take(map)
        return world.depthMap
    }

    /// Chooses keyframes from now on for an estimator of the host's, which may run on another thread.
    package func startDepthKeyframes() { keyframes = DepthKeyframeFeed() }

    /// Chooses no keyframes any more; the last depth map stays.
    package func stopDepthKeyframes() { keyframes = nil }

    /// The newest image since `startDepthKeyframes` that is far enough from the last one taken; nil if there is none.
    package func takeDepthKeyframe() -> DepthKeyframe? { keyframes?.take() }

    /// Takes a depth map that the host made of such keyframes, as `updateDepth` does.
    ///
    /// `nearDepth` is the estimator's. Returns false, and keeps the last map, if the map is of an earlier world or no
    /// keyframes are chosen.
    package func take(_ map: DepthMap, epoch: Int32, nearDepth: Double) -> Bool {
        guard epoch == self.epoch, keyframes?.learn(nearDepth: nearDepth, epoch: epoch) == true else { return false }
        world.take(map)
        return true
    }

    /// The next image with its pose, for those who update the world with it themselves; nil as with `nextFrame`.
    public func nextTrackedImage() -> TrackedImage? {
        guard let image = nextSourceImage() else { return nil }
        depth?.note(image)
        keyframes?.note(image)
        return image
    }

    private func nextSourceImage() -> TrackedImage? {
        if mapper != nil { return ready.isEmpty ? nil : ready.removeFirst() }
        guard let odometry else { return nil }
        if let surfaces = world.takeFlatSurfaces() { odometry.hold(surfaces) }
        guard let frame = odometry.nextFrame() else { return nil }
        waiting.removeAll { $0.timestampNanoseconds < frame.timestampNanoseconds }
        let isHere = waiting.first?.timestampNanoseconds == frame.timestampNanoseconds
        let image = isHere ? waiting.removeFirst().image : nil
        if hadPose, frame.odometryFromBody == nil || frame.change != nil { beginEpoch() }
        hadPose = frame.odometryFromBody != nil
        return tracked(frame, odometry, image)
    }

    /// What happened since the last call, in order.
    public func takeEvents() -> [SessionEvent] { world.takeEvents() }

    private func beginEpoch() {
        epoch &+= 1
        drift.removeAll()
        hadPose = false
    }

    private func noteArrival(_ now: Int64) {
        if let last = lastImageNanoseconds, Double(now &- last) * 1e-9 > world.configuration.interruptionAfter {
            beginInterruption()
        }
        endInterruption()
        lastImageNanoseconds = now
    }

    private func tracked(
        _ frame: OdometryFrame,
        _ odometry: VisualInertialOdometry,
        _ image: GrayImage?
    ) -> TrackedImage {
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
        let sigma = frame.filterPositionSigma * Self.sigmaFactor
        let variance = dot(sigma, sigma) / 3
        return TrackedImage(
            timestampNanoseconds: frame.timestampNanoseconds,
            epoch: epoch,
            state: frame.state,
            odometryFromOptical: odometryFromOptical,
            lens: frame.calibration.camera,
            motion: inertialSamples.motion(of: frame),
            landmarks: landmarks,
            scaleSigma: frame.scaleSigma * Self.sigmaFactor,
            driftVariance: drift.add(variance, timestampNanoseconds: frame.timestampNanoseconds),
            image: image,
            odometry: frame,
            features: odometry.features
        )
    }
}
