import Foundation
import Geometry
import Odometry

/// The calibration of a LaMAria sequence whose images are undistorted: `pinhole_calibrations/NAME.json`.
///
/// Source: A. Krishnan et al., "Benchmarking egocentric visual-inertial SLAM at city scale", 2025, and the data set's
/// documentation (lamaria.ethz.ch/slam_documentation).
struct PinholeCalibrationFile: Decodable {
    /// A sensor's pose in the body: a unit quaternion x, y, z, w and a shift, metres.
    struct Pose: Decodable {
        let qvec: [Double]
        let tvec: [Double]
    }

    struct Resolution: Decodable {
        let width: Int
        let height: Int
    }

    struct Camera: Decodable {
        let model: String
        /// Focal lengths and principal point, pixels; the first pixel's centre is (0.5, 0.5).
        let params: [Double]
        let resolution: Resolution
        let bodyFromSensor: Pose

        private enum CodingKeys: String, CodingKey {
            case model, params, resolution
            case bodyFromSensor = "T_b_s"
        }
    }

    struct Inertial: Decodable {
        let bodyFromSensor: Pose
        let gyroscopeDensity: Double
        let accelerometerDensity: Double
        let gyroscopeWalk: Double
        let accelerometerWalk: Double

        private enum CodingKeys: String, CodingKey {
            case bodyFromSensor = "T_b_s"
            case gyroscopeDensity = "gyro_noise_density"
            case accelerometerDensity = "acc_noise_density"
            case gyroscopeWalk = "gyro_bias_random_walk_sigma"
            case accelerometerWalk = "acc_bias_random_walk_sigma"
        }
    }

    let cam0: Camera
    let imu0: Inertial

    /// The calibration of the first camera, the body being the inertial sensor; throws `badData` if a part is impossible.
    func calibration(path: String) throws(RecordingError) -> RecordedCalibration {
        let noise = [
            imu0.gyroscopeDensity, imu0.accelerometerDensity, imu0.gyroscopeWalk, imu0.accelerometerWalk,
        ]
        guard noise.allSatisfy({ $0.isFinite && $0 > 0 && $0 < 1e3 }) else {
            throw .badData(file: path, line: 1, reason: "`imu0` has a noise that is none")
        }
        let rigFromOptical: RigidTransform<RigSpace, OpticalSpace> = try Self.transform(cam0.bodyFromSensor, path)
        let rigFromBody: RigidTransform<RigSpace, BodySpace> = try Self.transform(imu0.bodyFromSensor, path)
        return RecordedCalibration(
            camera: try camera(path: path),
            bodyFromOptical: rigFromBody.inverse * rigFromOptical,
            noise: InertialNoise(
                gyroscopeDensity: noise[0],
                accelerometerDensity: noise[1],
                gyroscopeWalk: noise[2],
                accelerometerWalk: noise[3]
            )
        )
    }

    private func camera(path: String) throws(RecordingError) -> CameraModel {
        func dataError(_ reason: String) -> RecordingError { .badData(file: path, line: 1, reason: reason) }
        guard cam0.model == "PINHOLE", cam0.params.count == 4 else {
            throw dataError("`cam0` is a lens “\(cam0.model)” with \(cam0.params.count) figures, not a pinhole's four")
        }
        let (size, params) = (cam0.resolution, cam0.params)
        guard (1...100_000).contains(size.width), (1...100_000).contains(size.height) else {
            throw dataError("`resolution` is not an image's size")
        }
        let focalLength = Vector2(params[0], params[1])
        let principalPoint = Vector2(params[2], params[3])
        if let reason = CameraPlausibility.objection(
            width: size.width,
            height: size.height,
            focalLengthPixels: focalLength,
            principalPointPixels: principalPoint
        ) {
            throw dataError("the camera \(reason)")
        }
        return CameraModel(
            width: size.width,
            height: size.height,
            focalLengthPixels: focalLength,
            principalPointPixels: principalPoint
        )
    }

    private static func transform<Sensor: Space>(
        _ pose: Pose,
        _ path: String
    ) throws(RecordingError) -> RigidTransform<RigSpace, Sensor> {
        let (q, t) = (pose.qvec, pose.tvec)
        guard q.count == 4, t.count == 3, abs(q.reduce(0) { $0 + $1 * $1 } - 1) < 0.01,
            t.allSatisfy({ abs($0) < CameraPlausibility.longestLeverArm })
        else { throw .badData(file: path, line: 1, reason: "`T_b_s` is not a rotation and a translation") }
        return RigidTransform(
            rotation: Rotation(x: q[0], y: q[1], z: q[2], w: q[3]).normalized,
            translation: Vector3(t[0], t[1], t[2])
        )
    }
}
