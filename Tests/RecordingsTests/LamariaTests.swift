import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite("LaMAria's sequences as they are unpacked")
struct LamariaTests {
    private static let calibration = """
        {"cam0": {"model": "PINHOLE", "params": [19.5, 19.25, 16, 13], "resolution": {"width": 32, "height": 24},
                  "T_b_s": {"qvec": [0.5, -0.5, 0.5, 0.5], "tvec": [0.01, -0.02, 0.03]}},
         "cam1": {"model": "PINHOLE", "params": [1, 1, 1, 1], "resolution": {"width": 7, "height": 7},
                  "T_b_s": {"qvec": [0, 0, 0, 1], "tvec": [0, 0, 0]}},
         "imu0": {"T_b_s": {"qvec": [0, 0, 0, 1], "tvec": [0, 0, 0]}, "gravity_magnitude": 9.806,
                  "acc_noise_density": 0.0011, "gyro_noise_density": 0.00017, "acc_bias_random_walk_sigma": 0.0002,
                  "gyro_bias_random_walk_sigma": 0.00001, "imu_rate": 1000}}
        """

    /// A sequence named `R_01` below the folder's `training`.
    private static func write(calibration: String = calibration) throws -> TemporaryFolder {
        let folder = try SampleRecording.write()
        let manager = FileManager.default
        let sequence = folder.path + "/training/R_01"
        for name in ["asl_folder/R_01", "pinhole_calibrations", "ground_truth/pGT"] {
            try manager.createDirectory(atPath: "\(sequence)/\(name)", withIntermediateDirectories: true)
        }
        for sensor in ["cam0", "imu0"] {
            try manager.removeItem(atPath: folder.path + "/mav0/\(sensor)/sensor.yaml")
        }
        try manager.moveItem(atPath: folder.path + "/mav0", toPath: sequence + "/asl_folder/R_01/aria")
        try folder.write(calibration, to: "training/R_01/pinhole_calibrations/R_01.json")
        try folder.write(
            """
            1403638538577829376 1 2 3 0.5 0.5 -0.5 0.5
            1403638538586162709 1.5 2 3 0.5 0.5 -0.5 0.5
            """,
            to: "training/R_01/ground_truth/pGT/R_01.txt"
        )
        return folder
    }

    @Test("camera, inertial sensor, images, samples and poses are read")
    func recording() throws {
        let folder = try Self.write()
        let path = folder.path + "/training/R_01"
        #expect(RecordingLayout(path: path) == .euroc)
        let reader = try RecordingReader(path: path)
        let calibration = reader.calibration
        #expect(calibration.camera.width == 32 && calibration.camera.height == 24)
        #expect(calibration.camera.focalLengthPixels == Vector2(19.5, 19.25))
        #expect(calibration.camera.principalPointPixels == Vector2(16, 13))
        #expect(calibration.camera.distortion == .none && !calibration.isGuess)
        #expect(calibration.noise?.gyroscopeDensity == 0.00017 && calibration.noise?.accelerometerWalk == 0.0002)
        #expect((calibration.bodyFromOptical.translation - Vector3(0.01, -0.02, 0.03)).length < 1e-12)
        let forward = calibration.bodyFromOptical.rotation * Vector3(0, 0, 1)
        #expect((forward - Vector3(0, -1, 0)).length < 1e-12, "\(forward)")
        let truth = try reader.truth()
        #expect(truth.map(\.worldFromBody.translation) == [Vector3(1, 2, 3), Vector3(1.5, 2, 3)])
        #expect(truth.map(\.timestampNanoseconds) == [1_403_638_538_577_829_376, 1_403_638_538_586_162_709])
        #expect(try SampleRecording.readAll(path).count == 220)
    }

    @Test("a lens that is no pinhole, and a pose that is none, name the file")
    func badCalibration() throws {
        let file = "training/R_01/pinhole_calibrations/R_01.json:1: "
        let fisheye = try Self.write(calibration: Self.calibration.replacing("PINHOLE", with: "FISHEYE624"))
        #expect(
            SampleRecording.complaint(fisheye, fisheye.path + "/training/R_01")
                == file + "`cam0` is a lens “FISHEYE624” with 4 figures, not a pinhole's four"
        )
        let skewed = try Self.write(calibration: Self.calibration.replacing("0.5, -0.5", with: "2, -0.5"))
        #expect(
            SampleRecording.complaint(skewed, skewed.path + "/training/R_01")
                == file + "`T_b_s` is not a rotation and a translation"
        )
    }
}
