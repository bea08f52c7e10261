import Geometry
import Odometry

extension ConfigurationRecord {
    /// The odometry's configuration from a record; nil if the record is not valid.
    static func configuration(_ record: UnsafePointer<Double>) -> OdometryConfiguration? {
        let extrinsics: RigidTransform<BodySpace, OpticalSpace>? = pose(record + bodyFromOptical)
        guard let camera = camera(record), let extrinsics else { return nil }
        let densities = record + noise
        for index in 0..<4 where !(densities[index] > 0 && densities[index] < 100) { return nil }
        guard abs(record[timeOffset]) < 10, record[readoutTime] >= 0, record[readoutTime] < 1 else { return nil }
        let inertial = InertialNoise(
            gyroscopeDensity: densities[0],
            accelerometerDensity: densities[1],
            gyroscopeWalk: densities[2],
            accelerometerWalk: densities[3]
        )
        let preset = record[isGuess] == 1 ? OdometryConfiguration.phone : OdometryConfiguration.calibrated
        var configuration = preset(camera, extrinsics, record[timeOffset], inertial)
        if record[readoutTime] > 0 { configuration.readoutTime = record[readoutTime] }
        return configuration
    }

    /// A quaternion and a translation; nil if the quaternion is not of length 1 (to 1 part in 1000).
    static func pose<A: Space, B: Space>(_ p: UnsafePointer<Double>) -> RigidTransform<A, B>? {
        let length = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]).squareRoot()
        guard abs(length - 1) < 1e-3, p[4].isFinite, p[5].isFinite, p[6].isFinite else { return nil }
        return RigidTransform(
            rotation: Rotation(x: p[0], y: p[1], z: p[2], w: p[3]),
            translation: Vector3(p[4], p[5], p[6])
        )
    }

    /// The camera of a record; nil if it is not valid.
    private static func camera(_ record: UnsafePointer<Double>) -> CameraModel? {
        guard record[width] >= 16, record[height] >= 16, record[width] <= 8192, record[height] <= 8192 else {
            return nil
        }
        let focal = Vector2(record[focalLength], record[focalLength + 1])
        let center = Vector2(record[principalPoint], record[principalPoint + 1])
        guard focal.x > 1, focal.y > 1, focal.x.isFinite, focal.y.isFinite, center.x.isFinite, center.y.isFinite else {
            return nil
        }
        guard let bend = bend(record) else { return nil }
        return CameraModel(
            width: Int(record[width]),
            height: Int(record[height]),
            focalLengthPixels: focal,
            principalPointPixels: center,
            distortion: bend
        )
    }

    /// The distortion of a record; nil if the kind is unknown.
    private static func bend(_ record: UnsafePointer<Double>) -> Distortion? {
        let c = record + distortion
        guard c[0].isFinite, c[1].isFinite, c[2].isFinite, c[3].isFinite else { return nil }
        guard let code = Int32(exactly: record[distortionKind]), let kind = DistortionKindCode(rawValue: code) else {
            return nil
        }
        return switch kind {
        case .none: Distortion.none
        case .radialTangential: .radialTangential(k1: c[0], k2: c[1], p1: c[2], p2: c[3])
        case .equidistant: .equidistant(k1: c[0], k2: c[1], k3: c[2], k4: c[3])
        }
    }
}
