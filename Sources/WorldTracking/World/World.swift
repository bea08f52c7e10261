import Depth
import Features
import Geometry
import Imaging
import Odometry
import Surfaces

/// The user's world, built from tracked images: frames, planes, anchors, hit tests.
///
/// It knows nothing of sensors; `Session` feeds it from the odometry, and a file or a browser may feed it as well.
public struct World: Sendable {
    /// How many rays are tracked at most.
    public static let trackedRayCapacity = RayTracking.capacity
    /// Planes are detected once the world's scale is known this well, as a fraction.
    private static let scaleLimit = 0.2

    /// What it does; planes found before a change stay.
    public var configuration: SessionConfiguration {
        didSet { planeTracking.configuration = configuration.detectedPlanes }
    }
    /// The last frame.
    public private(set) var currentFrame: Frame?
    /// How well a person or a detector hits a pixel, pixels; part of a hit's covariance.
    public var pixelSigma = 1.0

    private var alignment = WorldAlignment()
    private var anchorStore = AnchorStore()
    private var planeTracking: PlaneTracking
    private var memory = PlaceMemory()
    private var rayTracking = RayTracking()
    private var recentLandmarks = RecentLandmarks()
    private var keptViews = RecentViews()
    private var scheduler = FrameScheduler()
    private var depth = WorldDepth()
    /// How well the world's scale is known, and since when.
    public private(set) var scale = ScaleHistory()
    private var events: [SessionEvent] = []

    /// An empty world.
    public init(configuration: SessionConfiguration = .init()) {
        self.configuration = configuration
        planeTracking = PlaneTracking(configuration: configuration.detectedPlanes)
    }

    /// All anchors, oldest first.
    public var anchors: [Anchor] { anchorStore.anchors }
    /// The anchor that has an identifier; nil if there is none.
    public func anchor(_ identifier: Int32) -> Anchor? { anchorStore.anchor(identifier) }
    /// The surfaces found so far, oldest first.
    public var planes: [DetectedPlane] { planeTracking.planes }
    /// The rays that are cast again with every frame, oldest first.
    public var rays: [TrackedRay] { rayTracking.rays }
    /// The last depth map that the session made, in the world as it is now; nil if it made none.
    public var depthMap: DepthMap? { worldFromOdometry.flatMap { depth.map(worldFromOdometry: $0) } }
    /// The same in the source's world, turned upright, which is not corrected.
    package var uprightDepthMap: DepthMap? { depth.last }
    /// Images of the last seconds, each taken from elsewhere, with their cameras in the world as it is now.
    ///
    /// Oldest first.
    package var recentViews: [RecentView] { keptViews.views(alignment) }
    /// What is remembered of the place.
    public var map: WorldMap { memory.map }
    /// The transform from the source's world to the user's; nil until the first pose.
    var worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>? { alignment.worldFromOdometry }

    /// What happened since the last call, in order.
    public mutating func takeEvents() -> [SessionEvent] {
        let taken = events
        events.removeAll(keepingCapacity: true)
        return taken
    }

    /// Adds an event of the session's own.
    mutating func report(_ event: SessionEvent) { events.append(event) }

    // MARK: Frames

    /// Updates the world with one tracked image and returns its frame.
    ///
    /// `describer` is scratch memory that a session keeps; keyframes and relocalisation need it and the image.
    public mutating func update(with image: TrackedImage, describer: ImageDescriber) -> Frame {
        let scaling = align(image)
        var frame = Frame(image, isLocalized: alignment.isLocalized)
        frame.scaleChange = scaling
        if let camera = alignment.camera(of: image), let worldFromOdometry {
            frame.camera = camera
            scale.add(sigma: frame.scaleSigma, camera: camera, timestampNanoseconds: frame.timestampNanoseconds)
            scheduler.beginFrame()
            if alignment.isLocalized { observe(image, &frame, camera, worldFromOdometry) }
            remember(image, frame, describer)
        }
        if frame.trackingState != currentFrame?.trackingState {
            events.append(.trackingStateChanged(frame.trackingState))
        }
        frame.anchors = anchorStore.anchors(over: planes, driftVariance: frame.driftVariance)
        currentFrame = frame
        if alignment.isLocalized, !rayTracking.rays.isEmpty { events += rayTracking.refine(tester, anchorStore) }
        return frame
    }

    /// Aligns the user's world with the source's: anew, held while the old place is not recognised, or corrected a
    /// little.
    ///
    /// Returns by what all that is known has moved, if the source knows its scale better.
    private mutating func align(_ image: TrackedImage) -> ScaleChange? {
        guard let odometryFromOptical = image.odometryFromOptical else { return nil }
        var scaling: ScaleChange?
        let now = image.timestampNanoseconds
        let isNewEpoch = alignment.beginEpoch(image.epoch)
        if isNewEpoch, let change = image.odometry?.change, alignment.isLocalized, alignment.worldFromOdometry != nil {
            scaling = follow(change, image, to: odometryFromOptical)
        } else if alignment.worldFromOdometry == nil, memory.isEmpty {
            alignment.setOrigin(at: odometryFromOptical)
        } else if isNewEpoch, memory.isEmpty {
            restart(at: odometryFromOptical)
        } else if isNewEpoch {
            memory.closeIdentifiers()
            planeTracking.closeIdentifiers()
            recentLandmarks.removeAll()
            alignment.hold(at: odometryFromOptical, since: now)
        }
        if isNewEpoch { planeTracking.dropFlatSurfaces() }
        if isNewEpoch {
            depth.reset()
            keptViews.removeAll()
        }
        if alignment.isLost(longerThan: configuration.relocalizationTimeout, at: now) {
            restart(at: odometryFromOptical)
        }
        alignment.correct()
        return scaling
    }

    /// Goes on in the world of the epoch before: the camera stays where it was, and all that is known moves towards it or
    /// away.
    private mutating func follow(
        _ change: EstimateChange,
        _ image: TrackedImage,
        to odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>
    ) -> ScaleChange? {
        guard let former = image.odometry?.formerFromOptical,
            let worldFromOdometry = alignment.move(from: former, to: odometryFromOptical)
        else { return nil }
        let center = (worldFromOdometry * odometryFromOptical).translation
        let rotation = worldFromOdometry.rotation.matrix
        let visible = image.landmarks.map { $0.landmark(worldFromOdometry, rotation: rotation) }
        let common = Scaling(factor: change.scale, about: center)
        let scalings = planeTracking.scale(by: common, seeing: visible)
        let scaling = ScaleChange(common: common, of: planes, by: scalings, anchorStore)
        events += anchorStore.scale(by: scaling, planes: planes)
        rayTracking.scale(by: scaling)
        memory.forgetKeyframesOfSession()
        recentLandmarks.removeAll()
        return scaling
    }

    private mutating func observe(
        _ image: TrackedImage,
        _ frame: inout Frame,
        _ camera: Camera,
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>
    ) {
        alignment.note(camera)
        let rotation = worldFromOdometry.rotation.matrix
        frame.points = image.landmarks.map { $0.landmark(worldFromOdometry, rotation: rotation) }
        recentLandmarks.add(frame.points, timestampNanoseconds: image.timestampNanoseconds)
        keptViews.keep(image)
        if let reported = image.surfaces {
            let now = image.timestampNanoseconds
            let changes = planeTracking.take(reported, worldFromOdometry, timestampNanoseconds: now)
            for event in changes { events += anchorStore.apply(event) }
        }
        guard image.state == .normal, image.scaleSigma < Self.scaleLimit, !configuration.planeDetection.isEmpty
        else { return }
        switch scheduler.planeStep(at: frame.timestampNanoseconds) {
        case .landmarks:
            for event in planeTracking.update(frame, camera) { events += anchorStore.apply(event) }
            planeTracking.noteFlatSurfaces(worldFromOdometry, timestampNanoseconds: frame.timestampNanoseconds)
        case .images: planeTracking.grow(frame, camera)
        case nil: break
        }
    }

    /// Keyframes, relocalisation and corrections, once a frame.
    private mutating func remember(_ tracked: TrackedImage, _ frame: Frame, _ describer: ImageDescriber) {
        guard let image = PosedImage(tracked) else { return }
        let isLocalized = alignment.isLocalized
        let isMapping = isLocalized && image.isTracking
        if isMapping { memory.refresh(frame.points) }
        guard scheduler.allowsMapStep(at: image.timestampNanoseconds) else { return }
        if scheduler.allowsKeyframe, isMapping, let camera = frame.camera, wantsKeyframe(frame, camera) {
            scheduler.takeKeyframe(isSearchWaiting: memory.isSearchWaiting(image, isLocalized: isLocalized))
            memory.addKeyframe(frame, camera, image, describer)
        } else {
            scheduler.takeSearch()
            let place = memory.search(image, isLocalized: isLocalized, near: currentFrame, describer)
            if let place { recognise(place) }
        }
    }

    private func wantsKeyframe(_ frame: Frame, _ camera: Camera) -> Bool {
        configuration.remembersPlace && !alignment.isCorrecting && memory.wantsKeyframe(frame, camera)
    }

    /// Uses the pose that the map gives an image: at once while lost, bit by bit while tracking.
    mutating func recognise(_ place: Relocalizer.Place) {
        let wasLocalized = alignment.isLocalized
        let driftVariance = currentFrame?.driftVariance ?? 0
        guard let correction = alignment.recognise(place, driftVariance: driftVariance) else { return }
        if !wasLocalized { recentLandmarks.removeAll() }
        events.append(.relocalized(correctionMetres: correction))
    }

    // MARK: Start and map

    /// Forgets where the camera is: the next pose is a new origin.
    mutating func restart(keepsAnchors: Bool) {
        forgetPlace(keepsAnchors: keepsAnchors)
        alignment.reset()
        depth.reset()
        currentFrame = nil
        events.append(.restarted)
    }

    /// Gives the old place up: a new origin at the camera.
    private mutating func restart(at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>) {
        let keepsAnchors = configuration.keepsAnchorsOverRestart
        forgetPlace(keepsAnchors: keepsAnchors)
        alignment.restart(at: odometryFromOptical, keepsWorld: keepsAnchors)
        events.append(.restarted)
    }

    /// Drops the map, the planes, the tracked rays and, unless they are kept, a user's anchors.
    private mutating func forgetPlace(keepsAnchors: Bool) {
        events += anchorStore.forgetPlanes(keepsUserAnchors: keepsAnchors)
        memory.reset()
        planeTracking.reset(configuration: configuration.detectedPlanes)
        recentLandmarks.removeAll()
        rayTracking.removeAll()
        alignment.forgetPlace()
    }

    /// The map as it is now, with a user's anchors, to be saved.
    public var savedMap: WorldMap { memory.map.saved(with: anchorStore.userAnchors) }

    /// Starts in a saved map: its anchors are there once its place is recognised.
    ///
    /// Call before the first image; planes are detected again.
    public mutating func load(_ saved: WorldMap) {
        forgetPlace(keepsAnchors: false)
        memory.reset(to: saved.loaded())
        events += anchorStore.load(saved.anchors)
        alignment.forgetEpoch()
    }

    // MARK: Flat surfaces for the odometry

    /// Whether the source of poses uses surfaces.
    var reportsFlatSurfaces: Bool {
        get { planeTracking.reportsFlatSurfaces }
        set { planeTracking.reportsFlatSurfaces = newValue }
    }

    /// The surfaces for the odometry to hold its landmarks to, in its own world; nil if nothing is new since the last
    /// call.
    mutating func takeFlatSurfaces() -> [FlatSurface]? { planeTracking.takeFlatSurfaces() }

    // MARK: Anchors

    /// Sets an anchor in the world; one that stands on a plane goes with it when the plane is known better.
    @discardableResult
    public mutating func addAnchor(
        _ worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace>,
        onPlaneOf planeAnchor: Int32? = nil
    ) -> Anchor {
        let anchor = anchorStore.add(worldFromAnchor, onPlaneOf: planeAnchor)
        events.append(.added(anchor))
        return anchor
    }

    /// Sets an anchor where a hit test met the world.
    @discardableResult
    public mutating func addAnchor(at hit: HitTestResult) -> Anchor {
        addAnchor(hit.worldFromHit, onPlaneOf: hit.anchorIdentifier)
    }

    /// Removes an anchor that a user set; returns false if there is none of that identifier.
    @discardableResult
    public mutating func removeAnchor(_ identifier: Int32) -> Bool {
        guard anchorStore.removeUserAnchor(identifier) else { return false }
        events.append(.removed(identifier))
        return true
    }

    /// Removes all anchors that a user set.
    mutating func removeUserAnchors() {
        for anchor in anchorStore.userAnchors { removeAnchor(anchor.identifier) }
    }

    // MARK: Depth

    /// Takes a depth map of the session's; its pose is in the odometry's world, turned upright.
    mutating func take(_ map: DepthMap) { depth.take(map) }

    // MARK: Hit tests

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

    /// What a pixel of the last frame shows, to be measured: the most reliable hit.
    ///
    /// On a found plane it is the surface itself, which may stand out of the plane by some millimetres as a magazine
    /// does.
    public func surfaceHit(_ pixel: Vector2, types: HitTestTypes = .all) -> HitTestResult? {
        guard let camera = currentFrame?.camera, pixel.isFinite else { return nil }
        let angleSigma = HitTester.angleSigma(ofPixels: pixelSigma, camera)
        return surfaceHit(along: camera.ray(through: pixel), angleSigma: angleSigma, types: types)
    }

    /// What a ray of the world meets, to be measured; `angleSigma` is how well the ray's direction is known, radians.
    ///
    /// `driftVariance` is that of the frame in which the ray was seen, the last if nil.
    public func surfaceHit(
        along ray: Ray,
        angleSigma: Double,
        driftVariance: Double? = nil,
        types: HitTestTypes = .all
    ) -> HitTestResult? {
        guard ray.origin.isFinite, ray.direction.isFinite else { return nil }
        var tester = tester
        if let driftVariance { tester.driftVariance = driftVariance }
        let hits = tester.hits(along: ray, angleSigma: angleSigma, types: types)
        guard let best = HitTestResult.preferred(among: hits) else { return nil }
        if let rim = tester.rimHit(before: best, along: ray, angleSigma: angleSigma) { return rim }
        guard best.type == .existingPlaneUsingExtent, let plane = tester.plane(of: best) else { return best }
        let relief = planeTracking.relief(along: ray, on: plane)
        return tester.hit(best, raisedBy: relief, on: plane, ray, angleSigma: angleSigma) ?? best
    }

    /// Whether a ray may have hit another plane than a hit states, by present knowledge.
    ///
    /// It passes close by the outline of a nearer plane.
    public func isDoubtful(_ hit: HitTestResult, along ray: Ray) -> Bool { tester.isBehindEdge(ray, hit.distance) }

    /// Casts rays seen in the last frame.
    private var tester: HitTester {
        let known = planes.compactMap { plane -> (plane: DetectedPlane, anchor: Int32)? in
            guard let anchor = anchorStore.anchorIdentifier(ofPlane: plane.identifier) else { return nil }
            return (plane: plane, anchor: anchor)
        }
        return HitTester(
            planes: known,
            planeTracking: planeTracking,
            points: recentLandmarks.landmarks,
            depthMap: depthMap,
            pixelSigma: pixelSigma,
            driftVariance: currentFrame?.driftVariance ?? 0
        )
    }

    // MARK: Tracked rays

    /// Tracks what a pixel of the last frame shows.
    ///
    /// The ray is cast anew with every frame; `rayUpdated` reports when it meets something else or the same is known
    /// better. With `.instantPlacement` among the types it has a hit at once, marked as such, until something is found.
    /// Nil if there is no pose, or too many rays are tracked.
    public mutating func trackRay(
        through pixel: Vector2,
        types: HitTestTypes = [.all, .instantPlacement]
    ) -> TrackedRay? {
        guard let camera = currentFrame?.camera, pixel.isFinite else { return nil }
        let angleSigma = HitTester.angleSigma(ofPixels: pixelSigma, camera)
        return trackRay(camera.ray(through: pixel), angleSigma: angleSigma, types: types)
    }

    /// Tracks what a ray of the world meets; `angleSigma` is how well its direction is known, radians.
    public mutating func trackRay(
        _ ray: Ray,
        angleSigma: Double = 0,
        types: HitTestTypes = [.all, .instantPlacement]
    ) -> TrackedRay? {
        guard alignment.isLocalized, ray.origin.isFinite, ray.direction.isFinite else { return nil }
        return rayTracking.add(ray, angleSigma: angleSigma, types: types, tester)
    }

    /// Stops tracking a ray; returns false if none of that identifier is tracked.
    @discardableResult
    public mutating func stopTracking(ray identifier: Int32) -> Bool { rayTracking.remove(identifier) }
}
