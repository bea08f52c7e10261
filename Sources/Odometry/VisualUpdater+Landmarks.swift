import Geometry

extension VisualUpdater {
    /// The squared distance that a landmark exceeds in one picture of twenty.
    private static let bound = ChiSquare.bound(degrees: 2)
    /// Of fewer landmarks than this no share is taken.
    private static let fewestToJudge = 4

    /// Updates with all landmarks of the state that the newest picture shows.
    ///
    /// Where too few fit, the estimate is off or too sure of itself, and would refuse what it should learn from until none fits: then
    /// those that fit best are used all the same, each with as much more noise as it lies too far off.
    func updateLandmarks(clone: Int) {
        collectLandmarks(clone: clone, limit: Self.bound)
        let share = filter.configuration.fittingShare
        if distances.count >= Self.fewestToJudge, let limit = distances.value(above: share), limit > Self.bound {
            collectLandmarks(clone: clone, limit: min(limit, Self.largestMisfit * Self.bound))
        }
        for slot in filter.landmarks.indices where filter.landmarks[slot].isTried {
            filter.landmarks[slot].misfits = filter.landmarks[slot].fits ? 0 : filter.landmarks[slot].misfits + 1
        }
        update.apply(to: filter)
        cameras.update(from: filter)
    }

    /// Collects the rows of the landmarks that lie no further off than a limit.
    private func collectLandmarks(clone: Int, limit: Double) {
        update.removeAll()
        distances.removeAll()
        triedCount = 0
        usedCount = 0
        for slot in filter.landmarks.indices { filter.landmarks[slot].isTried = false }
        for place in 0..<tracks.end {
            let track = tracks.tracks[place]
            guard track.landmark >= 0, track.seenBy & (1 << UInt32(clone)) != 0, update.hasRoom else { continue }
            let fits = measure(
                track.landmark,
                at: tracks.observation(place, clone).pixel,
                clone: clone,
                limit: limit
            )
            filter.landmarks[track.landmark].isTried = true
            filter.landmarks[track.landmark].fits = fits
            triedCount += 1
            usedCount += fits ? 1 : 0
        }
    }

    /// Lets the landmarks drift over their surfaces for one more picture.
    func driftLandmarks() {
        let sigma = filter.configuration.driftSigma / filter.calibration.camera.focalLengthPixels.x
        for slot in filter.landmarks.indices where filter.landmarks[slot].isUsed {
            let start = StateLayout.landmark(slot)
            filter.covariance[start, start] += sigma * sigma
            filter.covariance[start + 1, start + 1] += sigma * sigma
        }
    }

    /// Collects a landmark's two rows; false where they lie further off than a limit.
    private func measure(_ slot: Int, at pixel: Vector2, clone: Int, limit: Double) -> Bool {
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
        for i in 0..<2 { rows.multiply(i, filter.covariance, into: update.product(update.count + i)) }
        let first = update.product(update.count)
        let second = update.product(update.count + 1)
        let s = Matrix2(
            rows: Vector2(rows.dot(0, first) + sigma * sigma, rows.dot(1, first)),
            Vector2(rows.dot(1, first), rows.dot(1, second) + sigma * sigma)
        )
        guard let inverse = s.inverse else { return false }
        let distance = dot(jacobian.residual, inverse * jacobian.residual)
        distances.add(distance, weight: 1)
        guard distance <= limit else { return false }
        update.append(jacobian.residual, sigma: sigma * max(1, distance / Self.bound).squareRoot())
        return true
    }

    /// Moves the landmarks of one anchor into the camera of another.
    func changeAnchor(from old: Int, to new: Int) {
        for slot in filter.landmarks.indices where filter.landmarks[slot].isUsed && filter.landmarks[slot].anchor == old
        {
            if !changeAnchor(of: slot, to: new) { filter.removeLandmark(slot) }
        }
    }

    /// f′ = (x/z, y/z, ρ/z) of the point in the new anchor's camera; false where it lies behind it.
    private func changeAnchor(of slot: Int, to new: Int) -> Bool {
        let landmark = filter.landmarks[slot]
        let model = cameras.anchorModel(landmark.parameters, from: landmark.anchor, to: new)
        guard model.point.z > 0.05 else { return false }
        let inverse = 1 / model.point.z
        let parameters = Vector3(model.point.x, model.point.y, landmark.parameters.z) * inverse
        let outer = Matrix3(
            rows: Vector3(inverse, 0, -parameters.x * inverse),
            Vector3(0, inverse, -parameters.y * inverse),
            Vector3(0, 0, -parameters.z * inverse)
        )
        var own = outer * model.pointToLandmark
        own[2, 2] += inverse
        let rows = filter.sparse
        rows.removeAll()
        rows.append(outer * model.pointToTurn, at: StateLayout.clone(landmark.anchor))
        rows.append(outer * model.pointToShift, at: StateLayout.clone(landmark.anchor) + 3)
        rows.append(-(outer * model.pointToTurn), at: StateLayout.clone(new))
        rows.append(-(outer * model.pointToShift), at: StateLayout.clone(new) + 3)
        rows.append(outer * model.pointToExtrinsicTurn, at: StateLayout.extrinsicRotation)
        rows.append(outer * model.pointToExtrinsicShift, at: StateLayout.extrinsicTranslation)
        rows.append(own, at: StateLayout.landmark(slot))
        filter.express(rows: 3, at: StateLayout.landmark(slot))
        filter.landmarks[slot].anchor = new
        filter.landmarks[slot].parameters = parameters
        return true
    }
}
