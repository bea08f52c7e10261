import Features
import Geometry
import Imaging
import Odometry
import Surfaces

/// Builds the user's world from tracked pictures: frames, planes, anchors, hit tests.
///
/// It knows nothing of sensors; `Session` feeds it from the odometry, and a file or a browser may feed it as well.
public struct WorldBuilder: Sendable {
    /// What it does; planes found before a change stay.
    public var configuration: SessionConfiguration { didSet { detector.configuration = configuration.detectedPlanes } }
    /// The last frame.
    public internal(set) var currentFrame: Frame?
    /// All anchors, oldest first.
    public internal(set) var anchors: [Anchor] = []
    /// The surfaces found so far.
    public var planes: [DetectedPlane] { detector.planes }
    /// How well a person or a detector hits a pixel, pixels; part of a hit's covariance.
    public var pixelSigma = 1.0

    var detector: PlaneDetector
    var events: [SessionEvent] = []
    /// The user's world against the source's; nil until the first pose.
    var worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>?
    var nextAnchorIdentifier: Int32 = 1
    /// The rays that are cast anew with every frame, oldest first.
    public internal(set) var rays: [TrackedRay] = []
    var nextRayIdentifier: Int32 = 1
    var lastUpdateNanoseconds: Int64 = .min
    /// Whether the source of poses wants to hear of surfaces.
    var tellsFlatSurfaces = false
    /// The surfaces with the features on them, since they were last looked for; nil once taken.
    var flatSurfaces: [FlatSurface]?
    /// Whether pictures have not been compared since the last update of the planes.
    var isGrowthDue = false
    /// Whether surfaces were looked for in this frame, and since when the map has waited for one without.
    var isLoaded = false
    var waitingSinceNanoseconds: Int64?
    /// Whether a keyframe was described although a search was due, which has its turn next.
    var isSearchNext = false
    /// The landmarks of the last seconds, for hit tests.
    var recentPoints = RecentPoints()
    /// What is remembered of the place.
    public internal(set) var map = WorldMap()
    var relocalizer = Relocalizer()
    /// The keyframes that the search goes through, in order.
    var searchOrder: [Int] = []
    var lastSearchNanoseconds: Int64 = .min
    /// Whether the camera's place in the map is known.
    var isPlaced = true
    var lostSinceNanoseconds: Int64?
    /// Where a recognised place says the world is, while the difference is made up.
    var pendingCorrection: RigidTransform<WorldSpace, OdometrySpace>?
    var epoch: Int32?
    var lastWorldFromOptical: RigidTransform<WorldSpace, OpticalSpace>?

    /// How often surfaces are looked for, nanoseconds.
    private static let planePeriod: Int64 = 150_000_000
    /// Surfaces are looked for once the world's scale is known this well, as a fraction.
    private static let scaleLimit = 0.2

    /// A world that knows nothing yet.
    public init(configuration: SessionConfiguration = .init()) {
        self.configuration = configuration
        detector = PlaneDetector(configuration: configuration.detectedPlanes)
    }

    /// Takes one tracked picture in and gives the frame of it.
    ///
    /// `describer` is scratch memory that a session keeps; keyframes and relocalisation need it and the picture.
    public mutating func update(with tracked: TrackedPicture, describer: PictureDescriber) -> Frame {
        place(tracked)
        var frame = Frame(
            timestampNanoseconds: tracked.timestampNanoseconds,
            trackingState: isPlaced || tracked.odometryFromOptical == nil ? tracked.state : .limited(.relocalizing),
            camera: nil,
            points: [],
            anchors: [],
            lightEstimate: tracked.picture.map(LightEstimate.init(of:)),
            scaleSigma: tracked.scaleSigma,
            driftVariance: tracked.driftVariance,
            picture: tracked.picture
        )
        if let odometryFromOptical = tracked.odometryFromOptical, let worldFromOdometry {
            let worldFromOptical = worldFromOdometry * odometryFromOptical
            var motion = tracked.motion
            if let velocity = motion?.velocity { motion?.velocity = worldFromOdometry.rotation * velocity }
            frame.camera = Camera(worldFromCamera: worldFromOptical * .flip, lens: tracked.lens, motion: motion)
            isLoaded = false
            if isPlaced { look(tracked, &frame, worldFromOdometry) }
            remember(tracked, frame, describer: describer)
        }
        if frame.trackingState != currentFrame?.trackingState {
            events.append(.trackingStateChanged(frame.trackingState))
        }
        frame.anchors = anchors
        currentFrame = frame
        if isPlaced { refineRays() }
        return frame
    }

    /// Sets the user's world against the source's: anew, held while an old place is looked for, or corrected a little.
    private mutating func place(_ tracked: TrackedPicture) {
        guard let odometryFromOptical = tracked.odometryFromOptical else { return }
        let now = tracked.timestampNanoseconds
        if worldFromOdometry == nil, map.keyframeCount == 0 {
            worldFromOdometry = Self.origin(at: odometryFromOptical)
        } else if epoch != tracked.epoch {
            if map.keyframeCount > 0 {
                beginRelocalizing(odometryFromOptical, now: now)
            } else {
                restart(at: odometryFromOptical, keepsAnchors: configuration.keepsAnchorsOverRestart)
            }
        }
        if epoch != tracked.epoch { flatSurfaces = nil }
        epoch = tracked.epoch
        if let since = lostSinceNanoseconds, Double(now - since) * 1e-9 > configuration.relocalizationTimeout {
            restart(at: odometryFromOptical, keepsAnchors: configuration.keepsAnchorsOverRestart)
        }
        correct()
    }

    private mutating func look(
        _ tracked: TrackedPicture,
        _ frame: inout Frame,
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>
    ) {
        lastWorldFromOptical = frame.camera?.worldFromOptical
        frame.points = Self.points(tracked.landmarks, worldFromOdometry)
        recentPoints.add(frame.points, timestampNanoseconds: tracked.timestampNanoseconds)
        if tracked.state == .normal, tracked.scaleSigma < Self.scaleLimit { lookForPlanes(frame) }
    }

    /// What happened since the last call, in order.
    public mutating func takeEvents() -> [SessionEvent] {
        let taken = events
        events.removeAll(keepingCapacity: true)
        return taken
    }

    /// What a pixel of the last frame shows, nearest first.
    public func hitTest(_ pixel: Vector2, types: HitTestTypes = .all) -> [HitTestResult] {
        guard let camera = currentFrame?.camera, pixel.isFinite else { return [] }
        return tester.hits(at: pixel, camera: camera, types: types)
    }

    /// What a ray of the world meets, nearest first.
    public func rayCast(_ ray: Ray, types: HitTestTypes = .all) -> [HitTestResult] {
        guard ray.origin.isFinite, ray.direction.isFinite else { return [] }
        return tester.hits(along: ray, angleSigma: 0, types: types)
    }

    var tester: HitTester { tester(driftVariance: currentFrame?.driftVariance ?? 0) }

    /// Casts rays of a moment, told by how far poses had drifted then.
    func tester(driftVariance: Double) -> HitTester {
        let known = planes.compactMap { plane -> (plane: DetectedPlane, anchor: Int32)? in
            guard let anchor = anchors.first(where: { $0.plane?.planeIdentifier == plane.identifier }) else {
                return nil
            }
            return (plane: plane, anchor: anchor.identifier)
        }
        return HitTester(
            planes: known,
            points: recentPoints.points,
            pixelSigma: pixelSigma,
            driftVariance: driftVariance
        )
    }

    /// The user's world for a first camera: its place is the origin, its heading −Z, up stays up.
    static func origin(
        at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>
    ) -> RigidTransform<WorldSpace, OdometrySpace> {
        let upright = RigidTransform<WorldSpace, OdometrySpace>.flip
        let forward = upright.rotation * (odometryFromOptical.rotation * Vector3(0, 0, 1))
        let level = Vector3(forward.x, 0, forward.z)
        let heading = level.length > 1e-3 ? level : Vector3(0, 0, -1)
        let rotation = Rotation(from: heading, to: Vector3(0, 0, -1)).aboutVertical * upright.rotation
        return RigidTransform(rotation: rotation, translation: -(rotation * odometryFromOptical.translation))
    }

    static func points(
        _ landmarks: [TrackedLandmark],
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>
    ) -> [FramePoint] {
        let turn = worldFromOdometry.rotation.matrix
        return landmarks.map { landmark in
            FramePoint(
                identifier: landmark.identifier,
                pointInWorld: worldFromOdometry * landmark.pointInOdometry,
                covariance: turn * landmark.covariance * turn.transposed,
                pixel: landmark.pixel,
                age: landmark.age
            )
        }
    }

    /// Landmarks in turn with pictures, and the map in frames without either, so that no frame has to wait for all.
    private mutating func lookForPlanes(_ frame: Frame) {
        guard !configuration.planeDetection.isEmpty, let camera = frame.camera else { return }
        guard
            frame.timestampNanoseconds >= lastUpdateNanoseconds &+ Self.planePeriod || lastUpdateNanoseconds == .min
        else {
            if isGrowthDue { growPlanes(frame, camera) }
            return
        }
        isLoaded = true
        isGrowthDue = true
        lastUpdateNanoseconds = frame.timestampNanoseconds
        let points = frame.points.map {
            WorldLandmark(identifier: $0.identifier, pointInWorld: $0.pointInWorld, covariance: $0.covariance)
        }
        let planeEvents = detector.update(
            with: points,
            cameraInWorld: camera.positionInWorld,
            scaleSigma: frame.scaleSigma,
            driftVariance: frame.driftVariance,
            timestampNanoseconds: frame.timestampNanoseconds
        )
        for event in planeEvents { take(event) }
        noteFlatSurfaces(timestampNanoseconds: frame.timestampNanoseconds)
    }

    private mutating func growPlanes(_ frame: Frame, _ camera: Camera) {
        isLoaded = true
        isGrowthDue = false
        guard let picture = frame.picture, picture.width == camera.lens.width, picture.height == camera.lens.height,
            !detector.planes.isEmpty
        else { return }
        detector.grow(
            in: SurfaceView(picture, worldFromOptical: camera.worldFromOptical, lens: camera.lens)
        )
    }
}
