import Foundation
import Geometry
import Odometry

/// The `calibration.json` of a `.jsonl` recording, in its file form.
struct CalibrationFile: Codable {
    struct Camera: Codable {
        var model: String?
        var imageWidth: Int?
        var imageHeight: Int?
        var focalLengthX: Double?
        var focalLengthY: Double?
        var principalPointX: Double?
        var principalPointY: Double?
        var distortionCoefficients: [Double]?
        /// 4 × 4, by rows: transforms a point from the inertial sensor's frame to the optical frame.
        var imuToCamera: [[Double]]?
        /// Seconds to add to an image's timestamp; our addition.
        var timeOffset: Double?
        /// Seconds between the first and the last row; our addition.
        var readoutTime: Double?
    }
    let cameras: [Camera]
    /// Whether the values are a guess; our addition.
    ///
    /// Without this key, values without distortion coefficients count as a guess.
    var isGuess: Bool?
    /// Noise densities of gyroscope and accelerometer, then their random walks; our addition.
    var inertialNoise: [Double]?

    /// The first camera's calibration; throws `badData` if a required value is missing or impossible.
    func calibration(path: String) throws(RecordingError) -> RecordedCalibration {
        func dataError(_ reason: String) -> RecordingError { .badData(file: path, line: 1, reason: reason) }
        guard let camera = cameras.first else { throw dataError("`cameras` is empty") }
        guard let width = camera.imageWidth, let height = camera.imageHeight, (1...100_000).contains(width),
            (1...100_000).contains(height)
        else {
            throw dataError("`imageWidth` and `imageHeight` are missing")
        }
        let rows = (camera.imuToCamera ?? []).flatMap(\.self)
        guard rows.count == 16,
            let opticalFromBody: RigidTransform<OpticalSpace, BodySpace> = SensorDescription.transform(rows: rows)
        else { throw dataError("`imuToCamera` is missing or not a rotation and a translation") }
        guard let focalX = camera.focalLengthX else { throw dataError("`focalLengthX` is missing") }
        let focalLength = Vector2(focalX, camera.focalLengthY ?? focalX)
        let principalPoint = Vector2(
            (camera.principalPointX ?? Double(width - 1) / 2) + 0.5,
            (camera.principalPointY ?? Double(height - 1) / 2) + 0.5
        )
        if let reason = CameraPlausibility.objection(
            width: width,
            height: height,
            focalLengthPixels: focalLength,
            principalPointPixels: principalPoint
        ) {
            throw dataError("the camera \(reason)")
        }
        let (timeOffset, readoutTime) = (camera.timeOffset ?? 0, camera.readoutTime ?? 0)
        guard max(abs(timeOffset), abs(readoutTime)) < CameraPlausibility.longestSeconds else {
            throw dataError("`timeOffset` or `readoutTime` is not a time under 10 s")
        }
        let distortion = try distortion(of: camera, dataError)
        return RecordedCalibration(
            camera: CameraModel(
                width: width,
                height: height,
                focalLengthPixels: focalLength,
                principalPointPixels: principalPoint,
                distortion: distortion
            ),
            bodyFromOptical: opticalFromBody.inverse,
            timeOffset: timeOffset,
            readoutTime: readoutTime,
            noise: try noise(dataError),
            isGuess: isGuess ?? (distortion == .none)
        )
    }

    private func noise(_ dataError: (String) -> RecordingError) throws(RecordingError) -> InertialNoise? {
        guard let values = inertialNoise else { return nil }
        guard values.count == 4, values.allSatisfy({ $0.isFinite && $0 > 0 }) else {
            throw dataError("`inertialNoise` needs four numbers above zero")
        }
        return InertialNoise(
            gyroscopeDensity: values[0],
            accelerometerDensity: values[1],
            gyroscopeWalk: values[2],
            accelerometerWalk: values[3]
        )
    }

    private func distortion(
        of camera: Camera,
        _ dataError: (String) -> RecordingError
    ) throws(RecordingError) -> Distortion {
        let c = camera.distortionCoefficients ?? []
        guard c.contains(where: { $0 != 0 }) else { return .none }
        switch camera.model ?? "pinhole" {
        case "kannala-brandt4" where c.count == 4: return .equidistant(k1: c[0], k2: c[1], k3: c[2], k4: c[3])
        case "brown-conrady" where c.count >= 4 && c[4...].allSatisfy { $0 == 0 }:
            return .radialTangential(k1: c[0], k2: c[1], p1: c[2], p2: c[3])
        case "pinhole" where c.count >= 2 && c[2...].allSatisfy { $0 == 0 }:
            return .radialTangential(k1: c[0], k2: c[1], p1: 0, p2: 0)
        case let model: throw dataError("a lens “\(model)” with \(c.count) coefficients is not known")
        }
    }
}
