import Geometry

extension VisualUpdater {
    /// Updates with a feature outside of the state through all its pictures in the window; false where it does not fit.
    ///
    /// One whose depth the pictures do not tell is left out, unless little else is known: then the depth to expect stands in.
    @discardableResult
    func addFeature(_ place: Int) -> Bool {
        let track = tracks.tracks[place]
        guard track.seenCount >= 3, let anchor = newestClone(of: track) else { return false }
        var usesPrior = false
        var found = Triangulator(cameras: cameras, tracks: tracks).point(of: place, anchor: anchor)
        if let point = found, !hasDepth(point) {
            guard isStarved else { return false }
            usesPrior = true
            found = expectingTriangulator.point(of: place, anchor: anchor)
        }
        // From here on a failure speaks against the estimate.
        triedCount += 1
        guard let point = found, isPlausible(point) else { return false }
        guard
            let count = fillRows(
                of: place,
                parameters: point.parameters,
                anchor: anchor,
                sigma: sigma,
                expectsDepth: usesPrior
            )
        else { return false }
        guard judge(rows: count), stackRows(count) else { return false }
        usedCount += 1
        return true
    }

    /// Whether the rows of `feature` fit; those further off than one in twenty should be get as much more noise.
    ///
    /// Where hardly any feature fits for a while, the estimate is off and not they: then the best of them count as fitting.
    private func judge(rows count: Int) -> Bool {
        let ratio = distance(rows: count) / ChiSquare.bound(degrees: count - 3)
        let limit = max(1, min(misfit.value, Self.largestMisfit))
        misfit.take(ratio)
        guard ratio < limit else { return false }
        guard ratio > 1 else { return true }
        let weight = 1 / ratio.squareRoot()
        for i in 0..<count {
            let row = feature.view.row(i)
            for column in 0..<Self.columnCount { row[column] *= weight }
        }
        return true
    }

    /// Whether hardly any landmark of the state holds the estimate.
    private var isStarved: Bool {
        filter.landmarks.reduce(0) { $0 + ($1.isUsed ? 1 : 0) } < filter.configuration.starvedLandmarks
    }

    /// Triangulates with the depth to expect as one more, vague measurement.
    private var expectingTriangulator: Triangulator {
        let ratio = directionSigma / Triangulator.inverseDepthSigma
        return Triangulator(cameras: cameras, tracks: tracks, priorWeight: ratio * ratio)
    }

    /// The newest clone that saw a track.
    func newestClone(of track: FeatureTrack) -> Int? {
        for index in (0..<filter.cloneCount).reversed() {
            let slot = filter.cloneOrder[index]
            if track.seenBy & (1 << UInt32(slot)) != 0 { return slot }
        }
        return nil
    }

    /// Whether a triangulated point fits its pictures at all and lies at a distance that may be.
    ///
    /// After a dark stretch it is the poses that are off: points would be refused that put them right. Then the covariance alone judges.
    func isPlausible(_ point: Triangulator.Point) -> Bool {
        let limit = (isGroping ? 50 : 5) * directionSigma
        return point.meanSquare < limit * limit && point.parameters.z < 10
    }

    /// Whether a point's depth is known well enough to linearise around it: the shifts' Jacobians are in proportion to the inverse depth.
    func hasDepth(_ point: Triangulator.Point) -> Bool {
        let configuration = filter.configuration
        let limit = max(configuration.depthLimit * point.parameters.z, configuration.farDepthLimit)
        return point.depthSigma * directionSigma < limit
    }

    /// Makes a track a landmark of the state, kept in the newest clone's camera; false where it does not fit or is not known well enough.
    func addLandmark(_ place: Int) -> Bool {
        let track = tracks.tracks[place]
        guard let slot = filter.landmarks.firstIndex(where: { !$0.isUsed }) else { return false }
        guard track.seenCount >= 3, let anchor = newestClone(of: track) else { return false }
        let triangulator = Triangulator(cameras: cameras, tracks: tracks)
        guard let point = triangulator.point(of: place, anchor: anchor), isPlausible(point) else { return false }
        guard hasDepth(point),
            point.depthSigma * directionSigma < filter.configuration.landmarkDepthLimit * point.parameters.z
        else { return false }
        guard
            let count = fillRows(
                of: place,
                parameters: point.parameters,
                anchor: anchor,
                sigma: sigma,
                expectsDepth: false
            ),
            judge(rows: count),
            stackRows(count)
        else { return false }
        insertLandmark(slot, of: place, parameters: point.parameters, anchor: anchor)
        usedCount += 1
        return true
    }

    /// The first three rows of `feature` say H₁ x + R f = r: so f = R⁻¹ (r − H₁ x − n), which gives its value and covariances.
    private func insertLandmark(_ slot: Int, of place: Int, parameters: Vector3, anchor: Int) {
        let rows = feature.view
        let column = Self.pointColumn
        let triangle = Matrix3(
            rows: Vector3(rows[0, column], rows[0, column + 1], rows[0, column + 2]),
            Vector3(0, rows[1, column + 1], rows[1, column + 2]),
            Vector3(0, 0, rows[2, column + 2])
        )
        guard let inverse = triangle.inverse else { return }
        let residual = Vector3(rows[0, Self.residualColumn], rows[1, Self.residualColumn], rows[2, Self.residualColumn])
        let jacobian = filter.sparse
        jacobian.removeAll()
        for k in 0..<StateLayout.visualCount {
            let entries = inverse * -Vector3(rows[0, k], rows[1, k], rows[2, k])
            let index = jacobian.append(column: StateLayout.visual + k)
            for axis in 0..<3 { jacobian.row(axis)[index] = entries[axis] }
        }
        filter.express(rows: 3, at: StateLayout.landmark(slot))
        filter.addBlock(inverse * inverse.transposed, at: StateLayout.landmark(slot))
        filter.landmarks[slot] = LandmarkState(
            isUsed: true,
            identifier: tracks.tracks[place].identifier,
            anchor: anchor,
            parameters: parameters + inverse * residual
        )
        tracks.tracks[place].landmark = slot
    }
}
