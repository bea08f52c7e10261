import Geometry

/// What the odometry knew when an image was done.
public struct OdometryFrame: Equatable, Sendable {
    /// The image's timestamp, as given.
    public var timestampNanoseconds: Int64
    /// How good the pose is.
    public var state: TrackingState
    /// The body in the odometry's world when the image's middle row was exposed; nil while there is none.
    ///
    /// +Z is up, the first pose is at the origin. If the camera stabilises its image, it is turned with the view.
    public var odometryFromBody: RigidTransform<OdometrySpace, BodySpace>?
    /// The body's velocity in the odometry's world, m/s.
    public var velocity: Vector3
    /// The gyroscope's bias, rad/s.
    public var gyroscopeBias: Vector3
    /// The accelerometer's bias, m/s².
    public var accelerometerBias: Vector3
    /// The calibration as estimated so far.
    public var calibration: OdometryCalibration
    /// The standard deviation of the position's components, metres.
    public var positionSigma: Vector3
    /// The same without what the filter cannot observe of the scale, metres.
    ///
    /// That error is the same for all that is seen from about here.
    public var filterPositionSigma: Vector3
    /// The standard deviation of the rotation about the world's axes, radians.
    public var rotationSigma: Vector3
    /// The relative standard deviation of the scale; infinite while unknown.
    public var scaleSigma: Double
    /// What is wrong with a sensor's data; nil if nothing is.
    public var fault: SensorFault?
    /// By what the poses from this image on differ from those before; nil if they belong together.
    public var change: EstimateChange?

    /// Where the former estimator has the camera at this image, in its own world; nil if poses belong together.
    package var formerFromOptical: RigidTransform<OdometrySpace, OpticalSpace>? {
        change.map { $0.formerFromBody * calibration.bodyFromOptical }
    }
}

extension OdometryFrame {
    /// The present estimate of a filter.
    ///
    /// Beside the filter's own covariance count the relative variances of the scale by what it cannot observe, which make
    /// a position uncertain by its distance from the start, metres, and the variance of the position by motion that the
    /// sensors did not show, m².
    init(
        of filter: SlidingWindowFilter,
        timestampNanoseconds: Int64,
        state tracking: TrackingState,
        isTracking: Bool,
        scaleVariances: (accelerometer: Double, calibration: Double),
        distance: Double,
        missedVariance: Double
    ) {
        let state = filter.inertial
        let p = filter.covariance
        // p = exp(φ) p̂ + τ: δp = τ − [p̂] φ.
        let lever = -Matrix3(crossProductWith: state.position)
        let turn = p.matrix3(row: StateLayout.rotation, column: StateLayout.rotation)
        let view = filter.viewPose
        let cross = p.matrix3(row: StateLayout.position, column: StateLayout.rotation)
        let shift = p.matrix3(row: StateLayout.position, column: StateLayout.position)
        let mixed = cross * lever.transposed
        let known = shift + lever * turn * lever.transposed + mixed + mixed.transposed
        let position = known + Matrix3.identity * missedVariance
        self.timestampNanoseconds = timestampNanoseconds
        self.state = tracking
        odometryFromBody = isTracking ? RigidTransform(rotation: view.rotation, translation: view.position) : nil
        velocity = state.velocity
        gyroscopeBias = state.gyroscopeBias
        accelerometerBias = state.accelerometerBias
        calibration = filter.calibration
        let common = (scaleVariances.accelerometer + scaleVariances.calibration) * (distance * distance)
        positionSigma = (position + Matrix3.identity * common).rootDiagonal
        filterPositionSigma = position.rootDiagonal
        rotationSigma = filter.viewTurnCovariance.rootDiagonal
        let own = filter.scaleSigma
        scaleSigma = isTracking ? (own * own + scaleVariances.calibration).squareRoot() : .infinity
    }
}

extension Matrix3 {
    /// The square roots of the diagonal; negative elements count as zero.
    var rootDiagonal: Vector3 {
        Vector3(max(0, self[0, 0]).squareRoot(), max(0, self[1, 1]).squareRoot(), max(0, self[2, 2]).squareRoot())
    }
}
