import Geometry

/// The estimate and its covariance: inertial state, calibration, a window of clones, long-lived landmarks, planes that
/// they lie on.
///
/// A multi-state constraint Kalman filter: A. Mourikis, S. Roumeliotis, "A multi-state constraint Kalman filter for
/// vision-aided inertial navigation", 2007; with right-invariant errors (see `InertialPropagator`) for inertial state
/// and clones, and landmarks kept relative to a clone. The relative measurement then depends on differences of the
/// clones' errors only, whatever the linearisation point, so that a shift or a turn about gravity of the whole never
/// gains information. Clone: R = exp(φ) R̂, p = exp(φ) p̂ + J τ. Camera in body: R = exp(θ) R̂, p = p̂ + δ.
final class SlidingWindowFilter {
    let configuration: OdometryConfiguration
    /// The covariance of the whole error.
    let covariance = StateCovariance()
    /// The long-lived landmarks.
    let landmarks = LandmarkTable()
    /// The inertial state at `time`.
    private(set) var inertial = InertialState()
    /// When the inertial state holds, inertial clock, seconds since the start.
    private(set) var time = 0.0
    /// The calibration.
    private(set) var calibration: OdometryCalibration
    /// The clones.
    private(set) var clones = CloneWindow()
    /// The slots of the planes.
    private(set) var planes: [PlaneState]
    /// How noisy followed points are.
    private(set) var pointNoise: PointNoise
    /// How image stabilisation turns the view.
    private(set) var view: ViewStabilization
    private let propagator: InertialPropagator

    init(configuration: OdometryConfiguration) {
        self.configuration = configuration
        calibration = configuration.startCalibration
        planes = .init(repeating: PlaneState(), count: StateLayout.planeCapacity)
        pointNoise = configuration.startNoise
        view = ViewStabilization(density: configuration.tuning.viewDensity)
        propagator = InertialPropagator(noise: configuration.movingNoise, gravity: configuration.gravity)
    }
}

// MARK: - Start

extension SlidingWindowFilter {
    /// Starts from an inertial state without clones and landmarks; `sigma` are the standard deviations of its parts.
    func start(_ state: InertialState, at time: Double, sigma: InertialSigma) {
        pointNoise = configuration.startNoise
        inertial = state
        self.time = time
        covariance.clear()
        clones.removeAll()
        landmarks.removeAll()
        for slot in planes.indices { planes[slot].free() }
        for axis in 0..<3 {
            covariance.setVariance(StateLayout.rotation + axis, axis < 2 ? sigma.tilt : sigma.heading)
            covariance.setVariance(StateLayout.velocity + axis, sigma.velocity)
            covariance.setVariance(StateLayout.position + axis, sigma.position)
            covariance.setVariance(StateLayout.gyroscopeBias + axis, sigma.gyroscopeBias)
            covariance.setVariance(StateLayout.accelerometerBias + axis, sigma.accelerometerBias)
        }
        setCalibrationVariances()
        view.begin()
        setViewVariances(turn: ViewStabilization.tuning.restSigma)
        addLevers(velocity: state.velocity, position: state.position)
    }

    /// Starts from an inertial state with a covariance, 15 × 15 by rows, of rotation (on the body's side), position,
    /// velocity and biases.
    func start(_ state: InertialState, at time: Double, covariance given: [Double]) {
        start(
            state,
            at: time,
            sigma: InertialSigma(tilt: 0, velocity: 0, gyroscopeBias: 0, accelerometerBias: 0)
        )
        let starts = [StateLayout.rotation, StateLayout.position, StateLayout.velocity, 9, 12]
        let turn = state.rotation.matrix
        for (i, row) in starts.enumerated() {
            for (j, column) in starts.enumerated() {
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
        setViewVariances(turn: ViewStabilization.tuning.movingSigma)
        addLevers(velocity: state.velocity, position: state.position)
    }

    /// Starts the points' noise from the residual of a start on the move, pixels.
    func startNoise(residualPixels: Double) {
        pointNoise = PointNoise(residualPixels: residualPixels, minimum: configuration.minimumPixelSigma)
    }

    /// Learns the points' noise from an image: the median of its points' squared distances, relative to normal errors,
    /// and the sum of the points' weights.
    func learnNoise(medianRatio: Double, weight: Double) {
        pointNoise.record(medianRatio: medianRatio, weight: weight)
    }

    /// From errors of velocity and position to those of the group: ν = δv + v × φ, τ = δp + p × φ.
    private func addLevers(velocity: Vector3, position: Vector3) {
        let jacobian = covariance.jacobian
        jacobian.removeAll()
        jacobian.append(.identity, at: StateLayout.velocity)
        jacobian.append(Matrix3(crossProductWith: velocity), at: StateLayout.rotation)
        covariance.express(rows: 3, at: StateLayout.velocity)
        jacobian.removeAll()
        jacobian.append(.identity, at: StateLayout.position)
        jacobian.append(Matrix3(crossProductWith: position), at: StateLayout.rotation)
        covariance.express(rows: 3, at: StateLayout.position)
    }

    /// Moves a state without clones to another position and heading, which neither adds nor removes information.
    func relocate(to state: InertialState) {
        let turn = (state.rotation * inertial.rotation.inverse).matrix
        let jacobian = covariance.jacobian
        for part in 0..<3 {
            for axis in 0..<3 { jacobian.row(axis).update(repeating: 0, count: SparseRows.columnCapacity) }
            jacobian.removeAll()
            jacobian.append(turn, at: 3 * part)
            covariance.express(rows: 3, at: 3 * part)
        }
        inertial = state
        addLevers(velocity: .zero, position: state.position)
    }
}

// MARK: - Calibration

extension SlidingWindowFilter {
    /// Goes back to the calibration that was given.
    func resetCalibration() { calibration = configuration.startCalibration }

    /// Adopts the estimated parts of an initialisation's calibration.
    func adoptCalibration(of motion: InitialMotion) {
        let options = configuration.calibration
        if options.contains(.timeOffset) { calibration.timeOffset = motion.timeOffset }
        if options.contains(.focalLength) { calibration.camera.focalLengthPixels *= motion.focalScale }
        if options.contains(.extrinsicRotation) { calibration.bodyFromOptical = motion.bodyFromOptical }
    }

    /// Reduces the calibration's uncertainty to that of an initialisation.
    func reduceCalibrationVariances(timeOffset: Double, focalLength: Double) {
        let options = configuration.calibration
        if options.contains(.timeOffset) {
            covariance.setVariance(StateLayout.timeOffset, min(timeOffset, configuration.priors.timeOffset))
        }
        guard options.contains(.focalLength) else { return }
        let common = min(focalLength, configuration.priors.focalLength)
        let aspect = configuration.priors.pixelAspect * configuration.camera.focalLengthPixels.x
        for i in 0..<2 {
            for j in 0..<2 { covariance[StateLayout.intrinsics + i, StateLayout.intrinsics + j] = common * common }
            covariance[StateLayout.intrinsics + i, StateLayout.intrinsics + i] += aspect * aspect / 2
        }
    }

    private func setCalibrationVariances() {
        let options = configuration.calibration
        let priors = configuration.priors
        for axis in 0..<3 {
            if options.contains(.extrinsicRotation) {
                covariance.setVariance(StateLayout.extrinsicRotation + axis, priors.extrinsicRotation)
            }
            if options.contains(.extrinsicTranslation) {
                covariance.setVariance(StateLayout.extrinsicTranslation + axis, priors.extrinsicTranslation)
            }
        }
        if options.contains(.timeOffset) { covariance.setVariance(StateLayout.timeOffset, priors.timeOffset) }
        if options.contains(.readoutTime) { covariance.setVariance(StateLayout.readoutTime, priors.readoutTime) }
        setIntrinsicVariances(options, priors)
    }

    private func setIntrinsicVariances(_ options: CalibrationOptions, _ priors: CalibrationPriors) {
        let start = StateLayout.intrinsics
        if options.contains(.focalLength) {
            // Both focal lengths vary together, except for the pixels' aspect.
            let common = priors.focalLength * priors.focalLength
            let aspect = priors.pixelAspect * configuration.camera.focalLengthPixels.x
            for i in 0..<2 { for j in 0..<2 { covariance[start + i, start + j] = common } }
            for i in 0..<2 { covariance[start + i, start + i] += aspect * aspect / 2 }
        }
        if options.contains(.principalPoint) {
            for i in 2..<4 { covariance.setVariance(start + i, priors.principalPoint) }
        }
        guard options.contains(.distortion), configuration.camera.distortion != .none else { return }
        let isRadial = if case .radialTangential = configuration.camera.distortion { true } else { false }
        covariance.setVariance(start + 4, priors.distortion)
        covariance.setVariance(start + 5, priors.distortion)
        covariance.setVariance(start + 6, priors.distortion * (isRadial ? 0.1 : 1))
        covariance.setVariance(start + 7, priors.distortion * (isRadial ? 0.1 : 1))
    }
}

// MARK: - Propagation and correction

extension SlidingWindowFilter {
    /// Moves state and covariance on to a later time through the samples between.
    func propagate(to end: Double, through samples: InertialBuffer) {
        guard end > time else { return }
        let (start, duration) = (inertial.rotation, end - time)
        propagator.reset()
        propagator.setForceDensity(configuration.forceDensity(samples, before: end))
        samples.forEachStep(from: time, to: end) { a, b, seconds, gap in
            propagator.move(&inertial, from: a, to: b, seconds: seconds, gap: gap)
        }
        time = end
        covariance.propagate(
            transitionTransposed: propagator.transitionTransposed,
            added: propagator.addedCovariance
        )
        if view.isUsed { moveView(by: (start.inverse * inertial.rotation).log, seconds: duration) }
    }

    /// Corrects the whole estimate by an error of the state's width.
    func correct(_ error: UnsafePointer<Double>) {
        inertial.correct(InertialError(error))
        clones.correct(error)
        landmarks.correct(error)
        for slot in planes.indices where planes[slot].isUsed {
            let start = StateLayout.plane(slot)
            planes[slot].correct(Vector3(error[start], error[start + 1], error[start + 2]))
        }
        correctCalibration(error)
        if view.isUsed {
            let start = StateLayout.viewTurn
            view.correct(
                turn: Vector3(error[start], error[start + 1], error[start + 2]),
                share: error[StateLayout.viewShare]
            )
        }
    }

    private func correctCalibration(_ error: UnsafePointer<Double>) {
        func part(_ start: Int) -> Vector3 { Vector3(error[start], error[start + 1], error[start + 2]) }
        let extrinsics = calibration.bodyFromOptical
        calibration.bodyFromOptical = RigidTransform(
            rotation: (Rotation(exp: part(StateLayout.extrinsicRotation)) * extrinsics.rotation).normalized,
            translation: extrinsics.translation + part(StateLayout.extrinsicTranslation)
        )
        calibration.timeOffset += error[StateLayout.timeOffset]
        calibration.readoutTime += error[StateLayout.readoutTime]
        let lens = error + StateLayout.intrinsics
        calibration.camera.focalLengthPixels += Vector2(lens[0], lens[1])
        calibration.camera.principalPointPixels += Vector2(lens[2], lens[3])
        let distortion = calibration.camera.distortion
        calibration.camera.distortion = distortion.with(
            coefficients: distortion.coefficients + Vector4(lens[4], lens[5], lens[6], lens[7])
        )
    }
}

// MARK: - Image stabilisation

extension SlidingWindowFilter {
    private func setViewVariances(turn sigma: Double) {
        guard view.isUsed else { return }
        for axis in 0..<3 { covariance.setVariance(StateLayout.viewTurn + axis, sigma) }
        covariance.setVariance(StateLayout.viewShare, ViewStabilization.tuning.shareSigma)
    }

    /// δ′ = a δ − g Δθ + w, and g walks.
    private func moveView(by turn: Vector3, seconds: Double) {
        let tuning = ViewStabilization.tuning
        view.move(by: turn, seconds: seconds)
        let jacobian = covariance.jacobian
        jacobian.removeAll()
        jacobian.append(.identity * ViewStabilization.remainder(after: seconds), at: StateLayout.viewTurn)
        let index = jacobian.append(column: StateLayout.viewShare)
        for axis in 0..<3 { jacobian.row(axis)[index] = -turn[axis] }
        covariance.express(rows: 3, at: StateLayout.viewTurn)
        covariance.addNoise(.identity * (view.density * view.density * seconds), at: StateLayout.viewTurn)
        covariance[StateLayout.viewShare, StateLayout.viewShare] += tuning.shareWalk * tuning.shareWalk * seconds
    }

    /// The body as the images show it: turned with the view about the camera's centre.
    var viewPose: (rotation: Rotation, position: Vector3) {
        guard view.isUsed else { return (inertial.rotation, inertial.position) }
        let rotation = (inertial.rotation * view.rotation).normalized
        let lever = calibration.bodyFromOptical.translation
        return (rotation, inertial.position + inertial.rotation * lever - rotation * lever)
    }

    /// The covariance of that body's turn about the world's axes, rad².
    var viewTurnCovariance: Matrix3 {
        guard view.isUsed else { return covariance.matrix3(row: StateLayout.rotation, column: StateLayout.rotation) }
        covariance.jacobian.removeAll()
        covariance.jacobian.append(.identity, at: StateLayout.rotation)
        covariance.jacobian.append(viewPose.rotation.matrix, at: StateLayout.viewTurn)
        return covariance.projected()
    }
}

// MARK: - Clones, landmarks, planes

extension SlidingWindowFilter {
    /// Keeps the present pose of the view as a clone and returns its slot; there must be a free one.
    ///
    /// The clone's error includes that of the time offset.
    func addClone(angularVelocity: Vector3, image: Int32 = 0) -> Int {
        var state = inertial
        (state.rotation, state.position) = viewPose
        let clone = CloneState(of: state, at: time, image: image, angularVelocity: angularVelocity)
        let slot = clones.append(clone)
        fillCloneJacobian(clone.rate)
        if view.isUsed { addViewToCloneJacobian(clone) }
        covariance.express(rows: 6, at: StateLayout.clone(slot))
        return slot
    }

    /// The clone is the inertial pose, moved by the time offset's error: φ gets R ω, τ gets v + p × R ω.
    private func fillCloneJacobian(_ rate: (turn: Vector3, shift: Vector3)) {
        let jacobian = covariance.jacobian
        jacobian.removeAll()
        for part in 0..<6 {
            let column = part < 3 ? StateLayout.rotation + part : StateLayout.position + part - 3
            let index = jacobian.append(column: column)
            for row in 0..<6 { jacobian.row(row)[index] = row == part ? 1 : 0 }
        }
        let index = jacobian.append(column: StateLayout.timeOffset)
        for axis in 0..<3 {
            jacobian.row(axis)[index] = rate.turn[axis]
            jacobian.row(3 + axis)[index] = rate.shift[axis]
        }
    }

    /// A turn e of the view in the body's axes: φ gets R e, τ gets c × R e, c the camera's centre, which stays.
    private func addViewToCloneJacobian(_ clone: CloneState) {
        let jacobian = covariance.jacobian
        let turn = clone.rotation.matrix
        let centre = clone.position + clone.rotation * calibration.bodyFromOptical.translation
        let shift = Matrix3(crossProductWith: centre) * turn
        for axis in 0..<3 {
            let index = jacobian.append(column: StateLayout.viewTurn + axis)
            for row in 0..<3 {
                jacobian.row(row)[index] = turn[row, axis]
                jacobian.row(3 + row)[index] = shift[row, axis]
            }
        }
    }

    /// Adds an independent uncertainty of a clone's time, seconds.
    func addTimeNoise(toClone slot: Int, seconds: Double) {
        let rate = clones[slot].rate
        let turn = rate.turn * seconds
        let shift = rate.shift * seconds
        let start = StateLayout.clone(slot)
        covariance.addNoise(Matrix3(outerProductOf: turn, turn), row: start, column: start)
        covariance.addNoise(Matrix3(outerProductOf: turn, shift), row: start, column: start + 3)
        covariance.addNoise(Matrix3(outerProductOf: shift, turn), row: start + 3, column: start)
        covariance.addNoise(Matrix3(outerProductOf: shift, shift), row: start + 3, column: start + 3)
    }

    /// Marginalises a clone.
    func removeClone(_ slot: Int) {
        if clones.remove(slot) { covariance.clear(count: 6, at: StateLayout.clone(slot)) }
    }

    /// Marginalises a landmark.
    func removeLandmark(_ slot: Int) {
        landmarks.remove(slot)
        covariance.clear(count: 3, at: StateLayout.landmark(slot))
    }

    /// Adds a plane of which only its alignment is known; `plane` is the linearisation point.
    func addPlane(_ plane: PlaneState, isLevel: Bool, at slot: Int) {
        let start = StateLayout.plane(slot)
        covariance.clear(count: 3, at: start)
        planes[slot] = plane
        covariance.setVariance(start, configuration.tuning.surfaceTilt)
        covariance.setVariance(start + 1, isLevel ? configuration.tuning.surfaceTilt : 0.2)
        covariance.setVariance(start + 2, 1)
    }

    /// Notes whether a landmark that was held to a plane fits.
    func noteHeldLandmark(plane slot: Int, fits: Bool) {
        planes[slot].noteHeldLandmark(fits: fits)
    }

    /// Marginalises a plane.
    func removePlane(_ slot: Int) {
        planes[slot].free()
        covariance.clear(count: 3, at: StateLayout.plane(slot))
    }
}
