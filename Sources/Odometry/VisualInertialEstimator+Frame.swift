import Geometry

extension VisualInertialEstimator {
    /// How the camera turned between two pictures by the gyroscope: directions in the first's optical frame to the second's; nil where samples are missing.
    func opticalTurn(from start: Double, to end: Double) -> Rotation? {
        let offset = filter.calibration.timeOffset
        guard let first = samples.startTime, first <= start + offset, end > start else { return nil }
        var turn = Rotation.identity
        samples.forEachStep(from: start + offset, to: end + offset) { a, b, seconds, _ in
            let rate = (a.angularVelocity + b.angularVelocity) * 0.5 - filter.inertial.gyroscopeBias
            turn = turn * Rotation(exp: rate * seconds)
        }
        let extrinsic = filter.calibration.bodyFromOptical.rotation
        return extrinsic.inverse * turn.normalized.inverse * extrinsic
    }

    /// What is known after the present picture.
    func frame(timestampNanoseconds: Int64) -> OdometryFrame {
        let state = filter.inertial
        let p = filter.covariance
        // p = exp(φ) p̂ + τ: δp = τ − [p̂] φ.
        let lever = -Matrix3(crossProductWith: state.position)
        let turn = p.matrix3(row: StateLayout.rotation, column: StateLayout.rotation)
        let cross = p.matrix3(row: StateLayout.position, column: StateLayout.rotation)
        let shift = p.matrix3(row: StateLayout.position, column: StateLayout.position)
        let mixed = cross * lever.transposed
        let position = shift + lever * turn * lever.transposed + mixed + mixed.transposed
        return OdometryFrame(
            timestampNanoseconds: timestampNanoseconds,
            state: trackingState,
            odometryFromBody: isTracking ? RigidTransform(rotation: state.rotation, translation: state.position) : nil,
            velocity: state.velocity,
            gyroscopeBias: state.gyroscopeBias,
            accelerometerBias: state.accelerometerBias,
            calibration: filter.calibration,
            positionSigma: position.rootDiagonal,
            rotationSigma: turn.rootDiagonal,
            scaleSigma: scaleSigma
        )
    }

    /// The relative standard deviation of the mean depth of the landmarks, in which their common scale is what remains.
    private var scaleSigma: Double {
        var count = 0
        var variance = 0.0
        for i in filter.landmarks.indices where filter.landmarks[i].isUsed {
            count += 1
            for j in filter.landmarks.indices where filter.landmarks[j].isUsed {
                let covariance = filter.covariance[StateLayout.landmark(i) + 2, StateLayout.landmark(j) + 2]
                variance += covariance / (filter.landmarks[i].parameters.z * filter.landmarks[j].parameters.z)
            }
        }
        return isTracking && count > 3 ? max(0, variance).squareRoot() / Double(count) : .infinity
    }

    private var trackingState: TrackingState {
        if isTracking { return health.limit.map { .limited($0) } ?? .normal }
        if featureCount < TrackingHealth.fewestFeatures { return .limited(.insufficientFeatures) }
        return .limited(reckoning.state == nil ? .initializing : .relocalizing)
    }
}

extension Matrix3 {
    /// The square roots of the diagonal; negative elements count as zero.
    var rootDiagonal: Vector3 {
        Vector3(max(0, self[0, 0]).squareRoot(), max(0, self[1, 1]).squareRoot(), max(0, self[2, 2]).squareRoot())
    }
}
