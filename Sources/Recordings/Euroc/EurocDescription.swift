import Foundation
import Geometry
import Odometry

/// The text of a `sensor.yaml`.
struct EurocDescription {
    private var text: String

    /// Writes the text; throws `unwritable`.
    func write(to path: String) throws(RecordingError) {
        do {
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        } catch {
            throw .unwritable(file: path, reason: error.localizedDescription)
        }
    }

    /// A camera; converts the principal point to the layout's convention (half a pixel less), and writes values that
    /// the layout does not define under additional keys.
    static func camera(_ calibration: RecordedCalibration) -> EurocDescription {
        let camera = calibration.camera
        let focal = camera.focalLengthPixels
        let principal = camera.principalPointPixels - Vector2(0.5, 0.5)
        let c = camera.distortion.coefficients
        let model =
            switch camera.distortion {
            case .none: "none"
            case .radialTangential: "radial-tangential"
            case .equidistant: "equidistant"
            }
        var lines = ["sensor_type: camera"] + transform(calibration.bodyFromOptical)
        lines += [
            "rate_hz: 30", "resolution: [\(camera.width), \(camera.height)]", "camera_model: pinhole",
            "intrinsics: [\(focal.x), \(focal.y), \(principal.x), \(principal.y)] #fu, fv, cu, cv",
            "distortion_model: \(model)", "distortion_coefficients: [\(c.x), \(c.y), \(c.z), \(c.w)]",
        ]
        if calibration.timeOffset != 0 { lines.append("timeshift_cam_imu: \(calibration.timeOffset)") }
        if calibration.readoutTime != 0 { lines.append("rolling_shutter_readout_time: \(calibration.readoutTime)") }
        if calibration.isGuess { lines.append("calibration: guess") }
        return EurocDescription(text: lines.joined(separator: "\n") + "\n")
    }

    /// The inertial sensor.
    static func inertial(_ calibration: RecordedCalibration) -> EurocDescription {
        var lines = ["sensor_type: imu"] + transform(RigidTransform<BodySpace, BodySpace>.identity) + ["rate_hz: 200"]
        if let noise = calibration.noise {
            lines += [
                "gyroscope_noise_density: \(noise.gyroscopeDensity) # rad/s/sqrt(Hz)",
                "gyroscope_random_walk: \(noise.gyroscopeWalk) # rad/s^2/sqrt(Hz)",
                "accelerometer_noise_density: \(noise.accelerometerDensity) # m/s^2/sqrt(Hz)",
                "accelerometer_random_walk: \(noise.accelerometerWalk) # m/s^3/sqrt(Hz)",
            ]
        }
        return EurocDescription(text: lines.joined(separator: "\n") + "\n")
    }

    private static func transform<A: Space, B: Space>(_ transform: RigidTransform<A, B>) -> [String] {
        let m = transform.rotation.matrix
        let rows = (0..<3).map { row in
            "\(m[row, 0]), \(m[row, 1]), \(m[row, 2]), \(transform.translation[row]),"
        }
        return ["T_BS:", "  cols: 4", "  rows: 4", "  data: [" + rows[0]]
            + ["         " + rows[1], "         " + rows[2], "         0.0, 0.0, 0.0, 1.0]"]
    }
}
