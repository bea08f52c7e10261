import Geometry
import Odometry
import WorldTracking

extension FrameRecord {
    /// Writes what the session knows of a frame.
    static func write(_ frame: Frame, featureCount: Int, eventCount: Int, to record: UnsafeMutablePointer<Double>) {
        UnsafeMutableRawPointer(record).storeBytes(of: frame.timestampNanoseconds, as: Int64.self)
        (record[state], record[limit]) = codes(of: frame.trackingState)
        record[hasPose] = frame.camera == nil ? 0 : 1
        if let camera = frame.camera { write(camera.worldFromCamera, to: record + worldFromCamera) }
        record[scaleSigma] = frame.scaleSigma
        record[Self.featureCount] = Double(featureCount)
        record[landmarkCount] = Double(frame.points.count)
        record[anchorCount] = Double(frame.anchors.count)
        record[Self.eventCount] = Double(eventCount)
        record[ambientIntensity] = frame.lightEstimate?.ambientIntensity ?? 0
    }

    /// Writes what the odometry knows of the same frame.
    static func write(_ frame: OdometryFrame, to record: UnsafeMutablePointer<Double>) {
        record[hasOdometryPose] = frame.odometryFromBody == nil ? 0 : 1
        if let pose = frame.odometryFromBody { write(pose, to: record + odometryFromBody) }
        write(frame.velocity, to: record + velocity)
        write(frame.gyroscopeBias, to: record + biases)
        write(frame.accelerometerBias, to: record + biases + 3)
        write(frame.calibration, to: record)
        write(frame.positionSigma, to: record + positionSigma)
        write(frame.rotationSigma, to: record + rotationSigma)
    }

    private static func codes(of state: TrackingState) -> (Double, Double) {
        switch state {
        case .notAvailable: (0, 0)
        case .limited(.initializing): (1, 1)
        case .limited(.excessiveMotion): (1, 2)
        case .limited(.insufficientFeatures): (1, 3)
        case .limited(.relocalizing): (1, 4)
        case .normal: (2, 0)
        }
    }

    private static func write(_ calibration: OdometryCalibration, to record: UnsafeMutablePointer<Double>) {
        record[timeOffset] = calibration.timeOffset
        record[readoutTime] = calibration.readoutTime
        write(calibration.camera, to: record)
    }

    /// Writes a lens alone, if poses come with the images.
    static func write(_ camera: CameraModel, to record: UnsafeMutablePointer<Double>) {
        let focal = camera.focalLengthPixels
        let center = camera.principalPointPixels
        let c = camera.distortion.coefficients
        let values = (focal.x, focal.y, center.x, center.y)
        (record[intrinsics], record[intrinsics + 1], record[intrinsics + 2], record[intrinsics + 3]) = values
        (record[intrinsics + 4], record[intrinsics + 5]) = (c.x, c.y)
        (record[intrinsics + 6], record[intrinsics + 7]) = (c.z, c.w)
    }

    private static func write<A: Space, B: Space>(_ pose: RigidTransform<A, B>, to record: UnsafeMutablePointer<Double>)
    {
        write(pose.rotation.imaginary, to: record)
        record[3] = pose.rotation.real
        write(pose.translation, to: record + 4)
    }

    private static func write(_ vector: Vector3, to record: UnsafeMutablePointer<Double>) {
        (record[0], record[1], record[2]) = (vector.x, vector.y, vector.z)
    }
}
