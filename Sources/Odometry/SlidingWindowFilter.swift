import Geometry

/// The estimate and its covariance: inertial state, calibration, a window of clones, long-lived landmarks, planes that they lie on.
///
/// A multi-state constraint Kalman filter: A. Mourikis, S. Roumeliotis, "A multi-state constraint Kalman filter for vision-aided inertial
/// navigation", 2007; with right-invariant errors (see `InertialPropagator`) for inertial state and clones, and landmarks kept relative
/// to a clone. The relative measurement then depends on differences of the clones' errors only, whatever the linearisation point, so
/// that a shift or a turn about gravity of the whole never gains information. Clone: R = exp(φ) R̂, p = exp(φ) p̂ + J τ.
/// Camera in body: R = exp(θ) R̂, p = p̂ + δ.
final class SlidingWindowFilter {
    /// The inertial state at `time`.
    var inertial = InertialState()
    /// When the inertial state holds, inertial clock, seconds since the start.
    var time = 0.0
    /// The calibration.
    var calibration: OdometryCalibration
    /// The slots of the clones.
    var clones: [CloneState]
    /// The used slots, oldest first; `cloneCount` of them.
    var cloneOrder: [Int]
    /// The number of clones.
    var cloneCount = 0
    /// The slots of the landmarks.
    var landmarks: [LandmarkState]
    /// The slots of the planes.
    var planes: [PlaneState]
    let propagator: InertialPropagator
    let configuration: OdometryConfiguration
    private let covarianceBuffer = MatrixBuffer(rows: StateLayout.dimension, columns: StateLayout.dimension)
    private let rowBuffer = MatrixBuffer(rows: 16, columns: StateLayout.dimension)
    private let blockBuffer = MatrixBuffer(rows: 16, columns: 16)
    let sparse = SparseRows()

    /// The covariance of the whole error, laid out as `StateLayout` says.
    var covariance: MatrixView { covarianceBuffer.view }
    /// Sixteen rows of scratch.
    var rowScratch: MatrixView { rowBuffer.view }
    /// A 16 × 16 block of scratch.
    var blockScratch: MatrixView { blockBuffer.view }

    init(configuration: OdometryConfiguration) {
        self.configuration = configuration
        calibration = configuration.startCalibration
        clones = .init(repeating: CloneState(), count: StateLayout.cloneCapacity)
        cloneOrder = .init(repeating: 0, count: StateLayout.cloneCapacity)
        landmarks = .init(repeating: LandmarkState(), count: StateLayout.landmarkCapacity)
        planes = .init(repeating: PlaneState(), count: StateLayout.planeCapacity)
        propagator = InertialPropagator(noise: configuration.movingNoise, gravity: configuration.gravity)
    }

    /// Starts from an inertial state without clones and landmarks; `sigma` are the standard deviations of its parts.
    func start(_ state: InertialState, at time: Double, sigma: InertialSigma) {
        inertial = state
        self.time = time
        covariance.clear()
        for slot in clones.indices { clones[slot].isUsed = false }
        for slot in landmarks.indices { landmarks[slot].isUsed = false }
        for slot in planes.indices { planes[slot].isUsed = false }
        cloneCount = 0
        for axis in 0..<3 {
            setVariance(StateLayout.rotation + axis, axis < 2 ? sigma.tilt : sigma.heading)
            setVariance(StateLayout.velocity + axis, sigma.velocity)
            setVariance(StateLayout.position + axis, sigma.position)
            setVariance(StateLayout.gyroscopeBias + axis, sigma.gyroscopeBias)
            setVariance(StateLayout.accelerometerBias + axis, sigma.accelerometerBias)
        }
        setCalibrationVariances()
        addLevers(velocity: state.velocity, position: state.position)
    }

    func setVariance(_ index: Int, _ sigma: Double) { covariance[index, index] = sigma * sigma }

    private func setCalibrationVariances() {
        let options = configuration.calibration
        let priors = configuration.priors
        for axis in 0..<3 {
            if options.contains(.extrinsicRotation) {
                setVariance(StateLayout.extrinsicRotation + axis, priors.extrinsicRotation)
            }
            if options.contains(.extrinsicTranslation) {
                setVariance(StateLayout.extrinsicTranslation + axis, priors.extrinsicTranslation)
            }
        }
        if options.contains(.timeOffset) { setVariance(StateLayout.timeOffset, priors.timeOffset) }
        if options.contains(.readoutTime) { setVariance(StateLayout.readoutTime, priors.readoutTime) }
        setIntrinsicVariances(options, priors)
    }

    private func setIntrinsicVariances(_ options: CalibrationOptions, _ priors: CalibrationPriors) {
        let start = StateLayout.intrinsics
        if options.contains(.focalLength) {
            // Both focal lengths move together but for the pixels' aspect.
            let common = priors.focalLength * priors.focalLength
            let aspect = priors.pixelAspect * configuration.camera.focalLengthPixels.x
            for i in 0..<2 { for j in 0..<2 { covariance[start + i, start + j] = common } }
            for i in 0..<2 { covariance[start + i, start + i] += aspect * aspect / 2 }
        }
        if options.contains(.principalPoint) {
            for i in 2..<4 { setVariance(start + i, priors.principalPoint) }
        }
        guard options.contains(.distortion), configuration.camera.distortion != .none else { return }
        let isRadial = if case .radialTangential = configuration.camera.distortion { true } else { false }
        setVariance(start + 4, priors.distortion)
        setVariance(start + 5, priors.distortion)
        setVariance(start + 6, priors.distortion * (isRadial ? 0.1 : 1))
        setVariance(start + 7, priors.distortion * (isRadial ? 0.1 : 1))
    }
}
