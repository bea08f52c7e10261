import Features
import Geometry
import Imaging
import Odometry
import Surfaces

extension WorldBuilder {
    /// How far the world may be off before a recognised place corrects it, metres.
    private static let deadZone = 0.01
    /// How far a place recognised while tracking may lie off beyond what poses have drifted (four sigmas), metres.
    private static let slack = 0.2
    /// A place is remembered once the world's scale is known this well, as a fraction.
    private static let mapScaleLimit = 0.1
    /// What part of a correction is made in one frame.
    private static let correctionRate = 0.15
    /// How long pictures may wait to be described because surfaces were looked for, nanoseconds.
    private static let patience: Int64 = 80_000_000
    /// How often a tracking session looks for old places, nanoseconds.
    private static let loopPeriod: Int64 = 1_000_000_000

    /// Keyframes, relocalisation and corrections, once a frame.
    mutating func remember(_ tracked: TrackedPicture, _ frame: Frame, describer: PictureDescriber) {
        guard let odometryFromOptical = tracked.odometryFromOptical, let picture = tracked.picture else { return }
        let isMapping = isPlaced && tracked.state == .normal
        if isMapping { map.refresh(frame.points) }
        if isLoaded {
            let since = waitingSinceNanoseconds ?? tracked.timestampNanoseconds
            waitingSinceNanoseconds = since
            guard tracked.timestampNanoseconds - since >= Self.patience else { return }
        }
        waitingSinceNanoseconds = nil
        // One picture a frame is described: a keyframe's or that of a search, in turns where both want to be.
        if !isSearchNext, isMapping, let camera = frame.camera, wantsKeyframe(frame, camera) {
            isSearchNext = relocalizer.isHalfDescribed || isSearchDue(tracked)
            return addKeyframe(frame, camera, odometryFromOptical, picture, describer)
        }
        isSearchNext = false
        search(tracked, odometryFromOptical, picture, describer)
    }

    private func wantsKeyframe(_ frame: Frame, _ camera: Camera) -> Bool {
        configuration.remembersPlace && frame.scaleSigma < Self.mapScaleLimit && pendingCorrection == nil
            && map.wantsKeyframe(at: camera.worldFromOptical, scaleSigma: frame.scaleSigma)
    }

    private mutating func addKeyframe(
        _ frame: Frame,
        _ camera: Camera,
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        _ picture: GrayImage,
        _ describer: PictureDescriber
    ) {
        let pixels = frame.points.map { SIMD2(Float($0.pixel.x), Float($0.pixel.y)) }
        var described: [(index: Int, descriptor: BinaryDescriptor)] = []
        describer.describe(pixels, in: picture, roll: Self.roll(odometryFromOptical)) { index, descriptor, _ in
            described.append((index, descriptor))
        }
        map.addKeyframe(
            at: camera.worldFromOptical,
            timestampNanoseconds: frame.timestampNanoseconds,
            scaleSigma: frame.scaleSigma,
            seen: frame.points,
            described: described
        )
    }

    /// The angle from the picture's +y to the way down in it, radians; 0 where the camera looks straight down or up.
    static func roll(_ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>) -> Double {
        let down = odometryFromOptical.rotation.inverse * Vector3(0, 0, -1)
        return down.x * down.x + down.y * down.y < 0.01 ? 0 : Double.arcTangent(y: -down.x, x: down.y)
    }

    /// Looks for the picture's place in the map: at once while lost, now and then while tracking.
    private mutating func search(
        _ tracked: TrackedPicture,
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        _ picture: GrayImage,
        _ describer: PictureDescriber
    ) {
        let now = tracked.timestampNanoseconds
        guard map.keyframeCount > 0 else { return relocalizer.cancel() }
        if relocalizer.isHalfDescribed { return relocalizer.describeRest(describer) }
        if isSearchDue(tracked) {
            lastSearchNanoseconds = now
            searchOrder = orderOfKeyframes(now)
            guard !searchOrder.isEmpty else { return }
            let query = Relocalizer.Query(corners: [], lens: tracked.lens, odometryFromOptical: odometryFromOptical)
            relocalizer.describe(query, picture, roll: Self.roll(odometryFromOptical), describer)
            return
        }
        if let place = relocalizer.step(in: map, order: searchOrder) { recognise(place) }
    }

    /// Whether a picture is to be looked for in the map, and none is.
    private func isSearchDue(_ tracked: TrackedPicture) -> Bool {
        guard !relocalizer.isBusy, map.keyframeCount > 0 else { return false }
        return !isPlaced
            || tracked.state == .normal
                && tracked.timestampNanoseconds >= lastSearchNanoseconds &+ Self.loopPeriod
    }

    /// While lost all keyframes, the newest first; while tracking the near ones that are not of the last seconds.
    private func orderOfKeyframes(_ now: Int64) -> [Int] {
        guard isPlaced, let frame = currentFrame, let camera = frame.camera else {
            return map.keyframes.indices.reversed()
        }
        let near = map.keyframes.indices.filter { index in
            let keyframe = map.keyframes[index]
            let turn = (keyframe.worldFromOptical.rotation.inverse * camera.worldFromOptical.rotation).angle
            return now - keyframe.timestampNanoseconds > 8_000_000_000 && turn < 0.8
                && WorldMap.isOfScale(keyframe, frame.scaleSigma)
                && (keyframe.worldFromOptical.translation - camera.positionInWorld).length < 1.5
        }
        let sorted = near.sorted { a, b in
            let first = (map.keyframes[a].worldFromOptical.translation - camera.positionInWorld).length
            let second = (map.keyframes[b].worldFromOptical.translation - camera.positionInWorld).length
            return (first, a) < (second, b)
        }
        return Array(sorted.prefix(8))
    }

    /// Takes up where the map says a picture was taken: at once while lost, bit by bit while tracking.
    mutating func recognise(_ place: Relocalizer.Place) {
        guard let worldFromOdometry else { return }
        let odometryFromOptical = place.worldFromOdometry.inverse * place.worldFromOptical
        let shift = (worldFromOdometry * odometryFromOptical).translation - place.worldFromOptical.translation
        if !isPlaced {
            self.worldFromOdometry = place.worldFromOdometry
            isPlaced = true
            lostSinceNanoseconds = nil
            recentPoints.removeAll()
            events.append(.relocalized(correctionMetres: shift.length))
        } else if shift.length > Self.deadZone, shift.length < plausibleShift, place.inlierCount >= 20 {
            pendingCorrection = place.worldFromOdometry
            events.append(.relocalized(correctionMetres: shift.length))
        }
    }

    /// How far the world may be off while tracking goes on: things that look alike stand in a room more than once.
    private var plausibleShift: Double {
        Self.slack + 4 * (3 * max(0, currentFrame?.driftVariance ?? 0)).squareRoot()
    }

    /// A part of a pending correction, so that nothing jumps before a user's eyes.
    mutating func correct() {
        guard let target = pendingCorrection, let current = worldFromOdometry else { return }
        let next = current.interpolated(to: target, fraction: Self.correctionRate)
        worldFromOdometry = next
        let isDone =
            (next.translation - target.translation).length < 0.001
            && (next.rotation.inverse * target.rotation).angle < 0.001
        if isDone { pendingCorrection = nil }
    }

    /// The source of poses has a new world: the old one is looked for in the map, and until then the last view is held.
    mutating func beginRelocalizing(_ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>, now: Int64) {
        pendingCorrection = nil
        relocalizer.cancel()
        map.closeIdentifiers()
        detector.closeIdentifiers()
        recentPoints.removeAll()
        isPlaced = false
        lostSinceNanoseconds = now
        let held = lastWorldFromOptical ?? .identity
        let fresh = Self.origin(at: odometryFromOptical)
        let heading = (held.rotation * (fresh * odometryFromOptical).rotation.inverse).aboutVertical
        let rotation = heading * fresh.rotation
        worldFromOdometry = RigidTransform(
            rotation: rotation,
            translation: held.translation - rotation * odometryFromOptical.translation
        )
    }

    /// Gives the old place up: a new origin here.
    mutating func restart(at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>, keepsAnchors: Bool) {
        forgetPlace(keepsAnchors: keepsAnchors)
        if !keepsAnchors { worldFromOdometry = Self.origin(at: odometryFromOptical) }
        isPlaced = true
        events.append(.restarted)
    }

    /// Drops the map, the planes, the tracked rays and, unless they are kept, a user's anchors.
    mutating func forgetPlace(keepsAnchors: Bool) {
        for anchor in anchors where anchor.plane != nil || !keepsAnchors { events.append(.removed(anchor.identifier)) }
        anchors.removeAll { $0.plane != nil || !keepsAnchors }
        for index in anchors.indices { anchors[index].planeIdentifier = nil }
        map = WorldMap()
        detector = PlaneDetector(configuration: configuration.detectedPlanes)
        recentPoints.removeAll()
        rays.removeAll()
        relocalizer.cancel()
        pendingCorrection = nil
        lostSinceNanoseconds = nil
    }
}
