import Geometry

extension VisualInertialEstimator {
    /// The points located in the scene and shown by the last picture: first those of the state, then those only triangulated.
    func landmarks() -> [Landmark] {
        guard isTracking, filter.cloneCount > 0 else { return [] }
        visual.cameras.update(from: filter)
        var result: [Landmark] = []
        result.reserveCapacity(tracks.end)
        for place in 0..<tracks.end where tracks.tracks[place].landmark >= 0 {
            if let landmark = stateLandmark(place) { result.append(landmark) }
        }
        for place in 0..<tracks.end where tracks.tracks[place].landmark < 0 {
            if let landmark = windowLandmark(place) { result.append(landmark) }
        }
        return result
    }

    private func isShown(_ track: FeatureTrack) -> Bool {
        track.identifier >= 0 && track.lastPicture == pictureNumber
    }

    /// A landmark of the state; its covariance is that of its place in the newest camera, turned to the world.
    private func stateLandmark(_ place: Int) -> Landmark? {
        let track = tracks.tracks[place]
        let state = filter.landmarks[track.landmark]
        guard isShown(track), state.isUsed, state.parameters.z > 1e-3 else { return nil }
        let newest = filter.newestClone
        let model = visual.cameras.anchorModel(state.parameters, from: state.anchor, to: newest)
        let depth = 1 / state.parameters.z
        let camera = visual.cameras.camera(visual.cameras.bodies[newest])
        fillRelativeJacobian(model, state, newest: newest, slot: track.landmark, turn: camera.rotation)
        return Landmark(
            identifier: track.identifier,
            pointInWorld: camera.rotation * (model.point * depth) + camera.position,
            covariance: filter.covarianceOfSparseRows(),
            pixel: track.pixel,
            age: track.age,
            isInState: true
        )
    }

    /// Three rows: how the point, relative to the newest camera and along the world's axes, moves with the state.
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
        let rows = filter.sparse
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

    /// A track that the window's pictures locate well enough; its covariance takes the cameras as known.
    private func windowLandmark(_ place: Int) -> Landmark? {
        let track = tracks.tracks[place]
        guard isShown(track), track.seenCount >= 4, let anchor = visual.newestClone(of: track) else { return nil }
        let triangulator = Triangulator(cameras: visual.cameras, tracks: tracks)
        guard let point = triangulator.point(of: place, anchor: anchor), visual.isPlausible(point) else { return nil }
        let inverseDepth = point.parameters.z
        let depthSigma = point.depthSigma * visual.directionSigma / inverseDepth
        guard depthSigma < 0.3 else { return nil }
        let camera = visual.cameras.camera(visual.cameras.bodies[anchor])
        let ray = Vector3(point.parameters.x, point.parameters.y, 1) / inverseDepth
        let across = visual.directionSigma / inverseDepth
        let inCamera =
            Matrix3.identity * (across * across)
            + Matrix3(outerProductOf: ray, ray) * (depthSigma * depthSigma)
        return Landmark(
            identifier: track.identifier,
            pointInWorld: camera.rotation * ray + camera.position,
            covariance: camera.rotation * inCamera * camera.rotation.transposed,
            pixel: track.pixel,
            age: track.age,
            isInState: false
        )
    }
}

extension SlidingWindowFilter {
    /// J P Jᵀ of three rows in `sparse`.
    func covarianceOfSparseRows() -> Matrix3 {
        var result = Matrix3.zero
        for i in 0..<3 {
            sparse.multiply(i, covariance, into: rowScratch.row(i))
            for j in 0..<3 { result[i, j] = sparse.dot(j, rowScratch.row(i)) }
        }
        return result
    }
}
