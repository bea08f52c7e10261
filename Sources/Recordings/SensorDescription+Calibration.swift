import Geometry
import Odometry

/// The frame that the EuRoC layout calls body: any frame fixed on the device.
///
/// Ours is the inertial sensor's.
enum RigSpace: Space {}

extension SensorDescription {
    /// The transform of the key `data` under `T_BS`, 4 × 4 by rows; throws where it is no rigid transform.
    func rigFromSensor<Sensor: Space>() throws(RecordingError) -> RigidTransform<RigSpace, Sensor> {
        let rows = try requiredNumbers("data", count: 16)
        guard let transform: RigidTransform<RigSpace, Sensor> = Self.transform(rows: rows) else {
            throw fault("data", "is not a rotation and a translation")
        }
        return transform
    }

    /// A 4 × 4 matrix by rows as a rigid transform; nil where its rotation is none (to 1 part in 100).
    static func transform<A: Space, B: Space>(rows m: [Double]) -> RigidTransform<A, B>? {
        let matrix = Matrix3(
            rows: Vector3(m[0], m[1], m[2]),
            Vector3(m[4], m[5], m[6]),
            Vector3(m[8], m[9], m[10])
        )
        let gram = matrix * matrix.transposed - .identity
        let worst = max(gram.column0.maximumMagnitude, gram.column1.maximumMagnitude, gram.column2.maximumMagnitude)
        guard worst < 0.01, matrix.determinant > 0 else { return nil }
        return RigidTransform(rotation: Rotation(matrix: matrix), translation: Vector3(m[3], m[7], m[11]))
    }

    /// The lens of a camera's description; the principal point moves by half a pixel to our convention.
    func camera() throws(RecordingError) -> CameraModel {
        let size = try requiredNumbers("resolution", count: 2)
        let intrinsics = try requiredNumbers("intrinsics", count: 4)
        guard size[0] >= 1, size[1] >= 1, size[0] <= 1e5, size[1] <= 1e5 else {
            throw fault("resolution", "is not a picture's size")
        }
        guard intrinsics[0] > 0, intrinsics[1] > 0 else { throw fault("intrinsics", "has a focal length below zero") }
        return CameraModel(
            width: Int(size[0]),
            height: Int(size[1]),
            focalLengthPixels: Vector2(intrinsics[0], intrinsics[1]),
            principalPointPixels: Vector2(intrinsics[2] + 0.5, intrinsics[3] + 0.5),
            distortion: try distortion()
        )
    }

    private func distortion() throws(RecordingError) -> Distortion {
        let model = word("distortion_model") ?? "none"
        if model == "none" || model.isEmpty { return .none }
        let c = try requiredNumbers("distortion_coefficients", count: 4)
        switch model {
        case "radial-tangential", "radtan", "plumb_bob":
            return .radialTangential(k1: c[0], k2: c[1], p1: c[2], p2: c[3])
        case "equidistant": return .equidistant(k1: c[0], k2: c[1], k3: c[2], k4: c[3])
        default: throw fault("distortion_model", "“\(model)” is not known")
        }
    }

    /// The noise of an inertial sensor's description; nil where it gives none.
    func noise() throws(RecordingError) -> InertialNoise? {
        guard let gyroscope = try number("gyroscope_noise_density"),
            let accelerometer = try number("accelerometer_noise_density"),
            let gyroscopeWalk = try number("gyroscope_random_walk"),
            let accelerometerWalk = try number("accelerometer_random_walk")
        else { return nil }
        return InertialNoise(
            gyroscopeDensity: gyroscope,
            accelerometerDensity: accelerometer,
            gyroscopeWalk: gyroscopeWalk,
            accelerometerWalk: accelerometerWalk
        )
    }
}

extension SIMD3<Double> {
    /// The largest component without its sign.
    var maximumMagnitude: Double { Swift.max(abs(x), abs(y), abs(z)) }
}
