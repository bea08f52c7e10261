import Geometry

/// Updates the filter by the landmarks of the state that the newest image shows, and moves them between anchors.
final class LandmarkUpdater {
    struct Tuning: Equatable, Sendable {
        /// The fewest landmarks of which a share is taken.
        ///
        /// Unit: 1. Range: 3…10. Origin: by hand.
        let minimumCount = 4
        /// The largest squared distance of a landmark that is used, in units of the bound that one in twenty exceeds.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand.
        let maximumOutlierRatio = 5.0
        /// The least depth, in units of the landmark's own, in the camera of a new anchor.
        ///
        /// Unit: 1. Range: 0.01…0.2. Origin: by hand.
        let minimumDepth = 0.05
        /// So many outliers in a row remove a landmark.
        ///
        /// Unit: 1. Range: 1…5. Origin: by hand.
        let outlierLimit = 2
        /// The inverse depths that a landmark may have.
        ///
        /// Unit: 1/m. Range: 1e-4…50. Origin: by hand.
        let inverseDepths = 1e-3...20
    }

    static let tuning = Tuning()

    private let filter: SlidingWindowFilter
    private let tracks: FeatureTracks
    private let cameras: WindowCameras
    private let update: KalmanUpdate
    /// Squared distances of the present image's landmarks from their predictions, by their covariance, over
    /// the median of two normal errors.
    private(set) var distanceRatios = WeightedMedian(capacity: StateLayout.landmarkCapacity)
    /// For each slot whether its measurement fits; nil if the image does not show it.
    private var fits = [Bool?](repeating: nil, count: StateLayout.landmarkCapacity)
    /// The landmarks of the present image that were tried and used.
    private(set) var tally = MeasurementTally()

    init(filter: SlidingWindowFilter, tracks: FeatureTracks, cameras: WindowCameras, update: KalmanUpdate) {
        self.filter = filter
        self.tracks = tracks
        self.cameras = cameras
        self.update = update
    }

    /// Adds the drift of the landmarks over their surfaces from one image to the next.
    func addDrift() {
        let sigma = filter.configuration.driftSigma / filter.calibration.camera.focalLengthPixels.x
        for slot in filter.landmarks.slots where filter.landmarks.isUsed(slot) {
            let start = StateLayout.landmark(slot)
            filter.covariance[start, start] += sigma * sigma
            filter.covariance[start + 1, start + 1] += sigma * sigma
        }
    }

    /// Updates with all landmarks of the state that the newest image shows.
    ///
    /// If too few fit, the estimate is wrong or too confident, and would reject what it should learn from until none
    /// fits. Then the best of them are used all the same, each with as much more noise as it lies too far off.
    func updateLandmarks(clone: Int) {
        let bound = bound
        collect(clone: clone, limit: bound)
        let share = filter.configuration.tuning.fittingShare
        if distanceRatios.count >= Self.tuning.minimumCount,
            let limit = distanceRatios.value(above: share).map({ $0 * ChiSquare.median(degrees: 2) }), limit > bound
        {
            collect(clone: clone, limit: min(limit, Self.tuning.maximumOutlierRatio * bound))
        }
        for slot in filter.landmarks.slots {
            if let fits = fits[slot] { filter.landmarks.noteMeasurement(slot, fits: fits) }
        }
        update.apply(to: filter)
        cameras.update(from: filter)
    }

    /// Removes the landmarks that the present image does not show.
    func removeLost(image: Int32) {
        for track in 0..<tracks.end where tracks[track].lastImage != image {
            if let slot = filter.landmarks.slot(ofTrack: track) { remove(slot) }
        }
    }

    /// Removes a track's observations, and its landmark if it has one.
    func discard(_ track: Int) {
        tracks.removeObservations(of: track)
        if let slot = filter.landmarks.slot(ofTrack: track) { filter.removeLandmark(slot) }
    }

    /// Removes the landmarks that have not fitted for several images, or whose depth is impossible.
    func removeOutliers() {
        for track in 0..<tracks.end {
            guard let slot = filter.landmarks.slot(ofTrack: track) else { continue }
            let landmark = filter.landmarks[slot]
            let isOutlier =
                landmark.outliersInRow >= Self.tuning.outlierLimit
                || landmark.parameters.z < Self.tuning.inverseDepths.lowerBound
                || landmark.parameters.z > Self.tuning.inverseDepths.upperBound
            if isOutlier { remove(slot) }
        }
    }

    /// Moves the landmarks of one anchor into the camera of another; those that lie behind it are removed.
    func changeAnchor(from old: Int, to new: Int) {
        for slot in filter.landmarks.slots
        where filter.landmarks.isUsed(slot) && filter.landmarks[slot].anchor == old {
            if !changeAnchor(of: slot, to: new) { remove(slot) }
        }
    }
}

extension LandmarkUpdater {
    /// The squared distance that a landmark exceeds in one image of twenty, by the distances of late.
    private var bound: Double { ChiSquare.bound(degrees: 2) * filter.pointNoise.boundRatio }

    /// Removes a landmark and its track's observations, which it has used up.
    private func remove(_ slot: Int) {
        tracks.removeObservations(of: filter.landmarks.track(ofSlot: slot))
        filter.removeLandmark(slot)
    }

    /// Collects the rows of the landmarks that lie no further off than a limit.
    private func collect(clone: Int, limit: Double) {
        update.removeAll()
        distanceRatios.removeAll()
        tally = MeasurementTally()
        for slot in fits.indices { fits[slot] = nil }
        for track in 0..<tracks.end {
            guard let slot = filter.landmarks.slot(ofTrack: track), tracks[track].isSeen(by: clone), update.hasRoom
            else { continue }
            let isUsed = measure(slot, at: tracks.observation(track, clone).pixel, clone: clone, limit: limit)
            fits[slot] = isUsed
            tally.tried += 1
            tally.used += isUsed ? 1 : 0
        }
    }

    /// Collects a landmark's two rows; false if they lie further off than a limit.
    private func measure(_ slot: Int, at pixel: Vector2, clone: Int, limit: Double) -> Bool {
        let sigma = filter.pointNoise.sigma
        let landmark = filter.landmarks[slot]
        guard
            let jacobian = PixelJacobian(
                landmark.parameters,
                anchor: landmark.anchor,
                clone: clone,
                pixel: pixel,
                cameras: cameras,
                lens: filter.calibration.camera
            )
        else { return false }
        let rows = update.nextJacobian
        jacobian.write(to: rows, anchor: landmark.anchor, clone: clone, landmark: slot)
        for i in 0..<2 { rows.multiply(i, filter.covariance.matrix, into: update.product(update.count + i)) }
        let first = update.product(update.count)
        let second = update.product(update.count + 1)
        let s = Matrix2(
            rows: Vector2(rows.dot(0, first) + sigma * sigma, rows.dot(1, first)),
            Vector2(rows.dot(1, first), rows.dot(1, second) + sigma * sigma)
        )
        guard let inverse = s.inverse else { return false }
        let distance = dot(jacobian.residual, inverse * jacobian.residual)
        distanceRatios.add(distance / ChiSquare.median(degrees: 2), weight: 1)
        guard distance <= limit else { return false }
        update.append(jacobian.residual, sigma: sigma * max(1, distance / bound).squareRoot())
        return true
    }

    /// f′ = (x/z, y/z, ρ/z) of the point in the new anchor's camera; false if it lies behind it.
    private func changeAnchor(of slot: Int, to new: Int) -> Bool {
        let landmark = filter.landmarks[slot]
        let model = cameras.anchorModel(landmark.parameters, from: landmark.anchor, to: new)
        guard model.point.z > Self.tuning.minimumDepth else { return false }
        let inverse = 1 / model.point.z
        let parameters = Vector3(model.point.x, model.point.y, landmark.parameters.z) * inverse
        let outer = Matrix3(
            rows: Vector3(inverse, 0, -parameters.x * inverse),
            Vector3(0, inverse, -parameters.y * inverse),
            Vector3(0, 0, -parameters.z * inverse)
        )
        var own = outer * model.pointToLandmark
        own[2, 2] += inverse
        let rows = filter.covariance.jacobian
        rows.removeAll()
        rows.append(outer * model.pointToTurn, at: StateLayout.clone(landmark.anchor))
        rows.append(outer * model.pointToShift, at: StateLayout.clone(landmark.anchor) + 3)
        rows.append(-(outer * model.pointToTurn), at: StateLayout.clone(new))
        rows.append(-(outer * model.pointToShift), at: StateLayout.clone(new) + 3)
        rows.append(outer * model.pointToExtrinsicTurn, at: StateLayout.extrinsicRotation)
        rows.append(outer * model.pointToExtrinsicShift, at: StateLayout.extrinsicTranslation)
        rows.append(own, at: StateLayout.landmark(slot))
        filter.covariance.express(rows: 3, at: StateLayout.landmark(slot))
        filter.landmarks.move(slot, toAnchor: new, parameters: parameters)
        return true
    }
}
