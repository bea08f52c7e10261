import Features
import Geometry

/// Updates the filter by one image: adds its clone, uses what it shows, and makes room for the next clone.
final class WindowUpdater {
    struct Tuning: Equatable, Sendable {
        /// How many tracks of one image may become landmarks.
        ///
        /// Unit: 1. Range: 4…20. Origin: by hand: time for each image.
        let landmarksPerImage = 8
        /// The fewest points that two clones must share to compare them.
        ///
        /// Unit: 1. Range: 5…30. Origin: by hand.
        let minimumSharedCount = 10
        /// The fewest images that must show a track whose point is reported without being in the state.
        ///
        /// Unit: 1. Range: 3…8. Origin: by hand.
        let minimumReportedCount = 4
        /// The largest relative standard deviation of such a point's depth.
        ///
        /// Unit: 1. Range: 0.1…0.5. Origin: by hand.
        let maximumReportedDepthSigma = 0.3
    }

    static let tuning = Tuning()

    private let configuration: OdometryConfiguration
    private let filter: SlidingWindowFilter
    private let tracks = FeatureTracks()
    private let cameras = WindowCameras()
    private let features: FeatureUpdater
    private let landmarks: LandmarkUpdater
    private let planes: PlaneUpdater
    private let timestamps: TimestampUpdater
    /// Decides whether the camera stabilises its images; nil if that is not asked.
    private let stabilization: StabilizationDetector?
    /// The applied measurements; also for the rest of the estimator.
    let update = KalmanUpdate()
    /// The evidence of the present image on the points' noise.
    private var ratios = WeightedMedian(capacity: StateLayout.landmarkCapacity + FeatureTracks.capacity)
    /// The number of the present image.
    private var image: Int32 = 0
    /// The measurements of the last updated image.
    private(set) var tally = MeasurementTally()

    init(filter: SlidingWindowFilter) {
        self.filter = filter
        configuration = filter.configuration
        features = FeatureUpdater(filter: filter, tracks: tracks, cameras: cameras)
        landmarks = LandmarkUpdater(filter: filter, tracks: tracks, cameras: cameras, update: update)
        planes = PlaneUpdater(filter: filter, tracks: tracks, cameras: cameras, update: update)
        timestamps = TimestampUpdater(filter: filter, tracks: tracks, cameras: cameras)
        stabilization =
            configuration.tuning.stabilizedViewDensity > 0
            ? StabilizationDetector(filter: filter, tracks: tracks, cameras: cameras) : nil
    }

    /// The standard deviation of a timestamp, seconds.
    var timestampSigma: Double { timestamps.jitter.sigma }

    /// Whether the images are stabilised; nil while that is open, or not asked.
    var stabilizationVerdict: StabilizationDetector.Verdict? { stabilization?.verdict }

    /// Forgets all tracks.
    func removeTracks() { tracks.removeAll() }

    /// Begins the next image.
    func beginImage() { image &+= 1 }

    /// Notes that an image gave no measurement, without beginning one: the last one's features stay shown.
    func skipImage() { tally = MeasurementTally() }

    /// Forgets what earlier images showed of some features, and their landmarks.
    func discard(_ identifiers: [Int32]) {
        for identifier in identifiers {
            if let track = tracks.index(of: identifier) { landmarks.discard(track) }
        }
    }

    /// Notes which features the present image shows, without a measurement.
    func note(_ features: [TrackedFeature]) { note(features, clone: nil) }

    /// Takes over which features lie on which surfaces.
    func setSurfaces(_ surfaces: [FlatSurface]) { planes.setSurfaces(surfaces) }

    /// Clones the pose, updates with what the present image shows, and makes room for the next clone.
    func process(_ observed: [TrackedFeature], angularVelocity: Vector3, isLenient: Bool) {
        let clone = filter.addClone(angularVelocity: angularVelocity, image: image)
        note(observed, clone: clone)
        cameras.update(from: filter)
        features.begin(isLenient: isLenient)
        landmarks.removeLost(image: image)
        landmarks.addDrift()
        timestamps.updateTimestamp(clone: clone)
        stabilization?.weigh(clone: clone)
        landmarks.updateLandmarks(clone: clone)
        landmarks.removeOutliers()
        let leaving = filter.clones.isFull ? cloneToRemove() : nil
        useTracks(leaving: leaving)
        learnNoise()
        features.apply(with: update)
        planes.holdLandmarks()
        tracks.removeLost(after: image)
        if let leaving {
            landmarks.changeAnchor(from: leaving, to: filter.clones.newest)
            tracks.removeObservations(by: leaving)
            filter.removeClone(leaving)
        }
        tally = landmarks.tally + features.tally
    }

    /// Learns the points' noise from the landmarks of the state and, if they are few, from the features outside of it.
    private func learnNoise() {
        ratios.removeAll()
        ratios.add(landmarks.distanceRatios, weight: 1)
        ratios.add(features.distanceRatios, weight: PointNoise.featureWeight(landmarkCount: ratios.count))
        if let median = ratios.median { filter.learnNoise(medianRatio: median, weight: ratios.weight) }
    }

    private func note(_ features: [TrackedFeature], clone: Int?) {
        let lens = filter.calibration.camera
        for feature in features {
            guard let track = tracks.insert(feature.identifier) else { continue }
            tracks.note(track, image: image, pixel: feature.pixel, age: feature.age)
            guard let clone else { continue }
            let pixel = Vector2(Double(feature.pixel.x), Double(feature.pixel.y))
            tracks.set(
                FeatureObservation(pixel: pixel, normalized: lens.normalized(ofPixel: pixel)),
                of: track,
                by: clone
            )
        }
    }
}

// MARK: - The window

extension WindowUpdater {
    /// The clone that leaves a full window: the second newest if little time or motion lies around it, else the oldest.
    private func cloneToRemove() -> Int {
        let clones = filter.clones
        let newest = clones.newest
        let reference = clones.slot(clones.count - 3)
        let candidate = clones.slot(clones.count - 2)
        let oldest = clones.slot(0)
        if filter.time - clones[oldest].time > configuration.tuning.windowSeconds { return oldest }
        let seconds = clones[newest].time - clones[reference].time
        if seconds < configuration.tuning.keyframeSeconds { return candidate }
        return parallax(newest, reference) < configuration.tuning.keyframeParallax ? candidate : oldest
    }

    /// The mean distance of the points that two clones saw, pixels, without the clones' rotation; infinite if they
    /// share too few.
    private func parallax(_ a: Int, _ b: Int) -> Double {
        let turn =
            (filter.calibration.bodyFromOptical.rotation.inverse * filter.clones[a].rotation.inverse
            * filter.clones[b].rotation * filter.calibration.bodyFromOptical.rotation).matrix
        var sum = 0.0
        var count = 0
        for track in 0..<tracks.end where tracks[track].isSeen(by: a) && tracks[track].isSeen(by: b) {
            let before = tracks.observation(track, b).normalized
            let turned = turn * Vector3(before.x, before.y, 1)
            guard turned.z > 0.1 else { continue }
            let shift = tracks.observation(track, a).normalized - Vector2(turned.x, turned.y) / turned.z
            sum += shift.length
            count += 1
        }
        guard count >= Self.tuning.minimumSharedCount else { return .infinity }
        return sum / Double(count) * filter.calibration.camera.focalLengthPixels.x
    }

    /// Uses the tracks that have ended and those that begin in the clone that leaves; the best of the others become
    /// landmarks.
    private func useTracks(leaving: Int?) {
        let isOldest = leaving != nil && leaving == filter.clones.oldest
        let leavingBit = isOldest ? UInt32(1) << UInt32(leaving ?? 0) : 0
        addLandmarks(preferring: leavingBit)
        var budget = configuration.tuning.maximumWindowFeatures
        for index in 0..<tracks.end {
            let track = tracks[index]
            guard track.identifier >= 0, filter.landmarks.slot(ofTrack: index) == nil else { continue }
            let isLost = track.lastImage != image
            guard isLost || track.seenBy & leavingBit != 0 else { continue }
            if track.seenCount >= FeatureUpdater.tuning.minimumImageCount, budget > 0 {
                features.addFeature(index)
                budget -= 1
            }
            if isLost || track.seenCount >= FeatureUpdater.tuning.minimumImageCount {
                tracks.removeObservations(of: index)
            }
        }
    }

    /// Fills the free slots of landmarks with tracks seen long enough.
    private func addLandmarks(preferring leavingBit: UInt32) {
        var budget = Self.tuning.landmarksPerImage
        guard filter.landmarks.freeSlot != nil else { return }
        for index in 0..<tracks.end {
            let track = tracks[index]
            guard track.identifier >= 0, filter.landmarks.slot(ofTrack: index) == nil else { continue }
            guard budget > 0, track.lastImage == image else { continue }
            guard track.seenCount >= configuration.tuning.landmarkObservations || track.seenBy & leavingBit != 0 else {
                continue
            }
            guard track.seenCount >= FeatureUpdater.tuning.minimumImageCount else { continue }
            if features.addLandmark(index) { budget -= 1 }
        }
    }
}

// MARK: - Reported landmarks

extension WindowUpdater {
    /// The points located in the scene and shown by the last image: first those of the state, then those only
    /// triangulated.
    func reportedLandmarks() -> [Landmark] {
        guard filter.clones.count > 0 else { return [] }
        cameras.update(from: filter)
        var result: [Landmark] = []
        result.reserveCapacity(tracks.end)
        for track in 0..<tracks.end {
            guard isShown(track), let slot = filter.landmarks.slot(ofTrack: track) else { continue }
            if let landmark = stateLandmark(slot, tracks[track]) { result.append(landmark) }
        }
        for track in 0..<tracks.end {
            guard isShown(track), filter.landmarks.slot(ofTrack: track) == nil,
                tracks[track].seenCount >= Self.tuning.minimumReportedCount
            else { continue }
            let limit = Self.tuning.maximumReportedDepthSigma
            if let landmark = features.landmark(track, maximumRelativeSigma: limit) { result.append(landmark) }
        }
        return result
    }

    private func isShown(_ track: Int) -> Bool { tracks[track].identifier >= 0 && tracks[track].lastImage == image }

    /// A landmark of the state; its covariance is that of its position in the newest camera, turned to the world.
    private func stateLandmark(_ slot: Int, _ track: FeatureTrack) -> Landmark? {
        let state = filter.landmarks[slot]
        guard state.parameters.z > LandmarkUpdater.tuning.inverseDepths.lowerBound else { return nil }
        let newest = filter.clones.newest
        let model = cameras.anchorModel(state.parameters, from: state.anchor, to: newest)
        let depth = 1 / state.parameters.z
        let camera = cameras.camera(cameras.bodies[newest])
        fillRelativeJacobian(model, state, newest: newest, slot: slot, turn: camera.rotation)
        return Landmark(
            identifier: track.identifier,
            pointInWorld: camera.rotation * (model.point * depth) + camera.position,
            covariance: filter.covariance.projected(),
            pixel: track.pixel,
            age: track.age,
            isInState: true
        )
    }

    /// Three rows: the derivatives of the point, relative to the newest camera and along the world's axes, by the
    /// state.
    private func fillRelativeJacobian(
        _ model: ObservationModel,
        _ state: LandmarkState,
        newest: Int,
        slot: Int,
        turn: Matrix3
    ) {
        let depth = 1 / state.parameters.z
        var own = model.pointToLandmark * depth
        own.column2 -= model.point * (depth * depth)
        let rows = filter.covariance.jacobian
        rows.removeAll()
        rows.append(turn * own, at: StateLayout.landmark(slot))
        rows.append(turn * model.pointToExtrinsicTurn * depth, at: StateLayout.extrinsicRotation)
        rows.append(turn * model.pointToExtrinsicShift * depth, at: StateLayout.extrinsicTranslation)
        guard state.anchor != newest else { return }
        rows.append(turn * model.pointToTurn * depth, at: StateLayout.clone(state.anchor))
        rows.append(turn * model.pointToShift * depth, at: StateLayout.clone(state.anchor) + 3)
        rows.append(turn * model.pointToTurn * -depth, at: StateLayout.clone(newest))
        rows.append(turn * model.pointToShift * -depth, at: StateLayout.clone(newest) + 3)
    }
}
