import Geometry

extension SlidingWindowFilter {
    /// Starts from an inertial state with a covariance, 15 × 15 by rows, of rotation (on the body's side), position, velocity and biases.
    func start(_ state: InertialState, at time: Double, covariance given: [Double]) {
        start(
            state,
            at: time,
            sigma: InertialSigma(tilt: 0, velocity: 0, gyroscopeBias: 0, accelerometerBias: 0)
        )
        let places = [StateLayout.rotation, StateLayout.position, StateLayout.velocity, 9, 12]
        let turn = state.rotation.matrix
        for (i, row) in places.enumerated() {
            for (j, column) in places.enumerated() {
                var part = Matrix3.zero
                for a in 0..<3 { for b in 0..<3 { part[a, b] = given[(3 * i + a) * 15 + 3 * j + b] } }
                if i == 0 { part = turn * part }
                if j == 0 { part = part * turn.transposed }
                covariance.set(part, row: row, column: column)
            }
        }
        for axis in 0..<3 {
            covariance[axis, axis] += 1e-8
            covariance[StateLayout.position + axis, StateLayout.position + axis] += 1e-8
        }
        addLevers(velocity: state.velocity, position: state.position)
    }

    /// From errors of velocity and position to those of the group: ν = δv + v × φ, τ = δp + p × φ.
    func addLevers(velocity: Vector3, position: Vector3) {
        sparse.removeAll()
        sparse.append(.identity, at: StateLayout.velocity)
        sparse.append(Matrix3(crossProductWith: velocity), at: StateLayout.rotation)
        express(rows: 3, at: StateLayout.velocity)
        sparse.removeAll()
        sparse.append(.identity, at: StateLayout.position)
        sparse.append(Matrix3(crossProductWith: position), at: StateLayout.rotation)
        express(rows: 3, at: StateLayout.position)
    }

    /// Moves a state without clones to another place and heading, which changes what is known of it in no way.
    func place(_ state: InertialState) {
        let turn = (state.rotation * inertial.rotation.inverse).matrix
        for part in 0..<3 {
            for axis in 0..<3 { sparse.row(axis).update(repeating: 0, count: SparseRows.columnCapacity) }
            sparse.removeAll()
            sparse.append(turn, at: 3 * part)
            express(rows: 3, at: 3 * part)
        }
        inertial = state
        addLevers(velocity: .zero, position: state.position)
    }

    /// Takes over what a start has found out about the calibration.
    func narrowCalibration(timeOffset: Double, focalLength: Double) {
        let options = configuration.calibration
        if options.contains(.timeOffset) {
            setVariance(StateLayout.timeOffset, min(timeOffset, configuration.priors.timeOffset))
        }
        guard options.contains(.focalLength) else { return }
        let common = min(focalLength, configuration.priors.focalLength)
        let aspect = configuration.priors.pixelAspect * configuration.camera.focalLengthPixels.x
        for i in 0..<2 {
            for j in 0..<2 { covariance[StateLayout.intrinsics + i, StateLayout.intrinsics + j] = common * common }
            covariance[StateLayout.intrinsics + i, StateLayout.intrinsics + i] += aspect * aspect / 2
        }
    }
}
