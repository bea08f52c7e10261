import Features
import Geometry
import Odometry
import WorldTracking

extension FrameRecord {
    /// Writes the session's data of a frame.
    static func write(_ frame: Frame, featureCount: Int, eventCount: Int, to record: UnsafeMutablePointer<Double>) {
        UnsafeMutableRawPointer(record).storeBytes(of: frame.timestampNanoseconds, as: Int64.self)
        let (state, limit) = codes(of: frame.trackingState)
        record[trackingState] = Double(state.rawValue)
        record[trackingLimit] = Double(limit?.rawValue ?? 0)
        record[hasPose] = frame.camera == nil ? 0 : 1
        if let camera = frame.camera { record.write(camera.worldFromCamera, at: worldFromCamera) }
        record[scaleSigma] = frame.scaleSigma
        record[Self.featureCount] = Double(featureCount)
        record[landmarkCount] = Double(frame.points.count)
        record[anchorCount] = Double(frame.anchors.count)
        record[Self.eventCount] = Double(eventCount)
        record[ambientIntensity] = frame.lightEstimate?.ambientIntensity ?? 0
        record[sensorFault] = Double(frame.sensorFault.map(code(of:))?.rawValue ?? 0)
    }

    /// Writes the odometry's data of the same frame.
    static func write(_ frame: OdometryFrame, to record: UnsafeMutablePointer<Double>) {
        record[hasOdometryPose] = frame.odometryFromBody == nil ? 0 : 1
        if let pose = frame.odometryFromBody { record.write(pose, at: odometryFromBody) }
        record.write(frame.velocity, at: velocity)
        record.write(frame.gyroscopeBias, at: biases)
        record.write(frame.accelerometerBias, at: biases + 3)
        write(frame.calibration, to: record)
        record.write(frame.positionSigma, at: positionSigma)
        record.write(frame.rotationSigma, at: rotationSigma)
    }

    private static func codes(of state: TrackingState) -> (TrackingStateCode, TrackingLimitCode?) {
        switch state {
        case .notAvailable: (.notAvailable, nil)
        case .limited(.initializing): (.limited, .initializing)
        case .limited(.excessiveMotion): (.limited, .excessiveMotion)
        case .limited(.insufficientFeatures): (.limited, .insufficientFeatures)
        case .limited(.relocalizing): (.limited, .relocalizing)
        case .normal: (.normal, nil)
        }
    }

    private static func code(of fault: SensorFault) -> SensorFaultCode {
        switch fault {
        case .inertialSpikes: .inertialSpikes
        case .frozenInertialSensors: .frozenInertialSensors
        case .frozenImages: .frozenImages
        case .fixedImagePart: .fixedImagePart
        case .stabilizedImages: .stabilizedImages
        }
    }

    private static func write(_ calibration: OdometryCalibration, to record: UnsafeMutablePointer<Double>) {
        record[timeOffset] = calibration.timeOffset
        record[readoutTime] = calibration.readoutTime
        write(calibration.camera, to: record)
    }

    /// Writes the lens only, for external poses.
    static func write(_ camera: CameraModel, to record: UnsafeMutablePointer<Double>) {
        let focal = camera.focalLengthPixels
        let center = camera.principalPointPixels
        let c = camera.distortion.coefficients
        let values = (focal.x, focal.y, center.x, center.y)
        (record[intrinsics], record[intrinsics + 1], record[intrinsics + 2], record[intrinsics + 3]) = values
        (record[intrinsics + 4], record[intrinsics + 5]) = (c.x, c.y)
        (record[intrinsics + 6], record[intrinsics + 7]) = (c.z, c.w)
    }
}

extension FeatureRecord {
    static func write(_ feature: TrackedFeature, to record: UnsafeMutableRawPointer) {
        record.storeBytes(of: feature.identifier, toByteOffset: identifier, as: Int32.self)
        record.storeBytes(of: feature.pixel.x, toByteOffset: pixel, as: Float.self)
        record.storeBytes(of: feature.pixel.y, toByteOffset: pixel + 4, as: Float.self)
        record.storeBytes(of: feature.age, toByteOffset: age, as: Int32.self)
    }
}
