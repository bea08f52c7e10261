import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite("Recordings of the EuRoC layout that Kalibr's files describe, as TUM-VI's")
struct KalibrDescriptionTests {
    private static let configuration = """
        #Accelerometers
        accelerometer_noise_density: 0.0028   #Noise density (continuous-time)
        accelerometer_random_walk: 0.00086
        gyroscope_noise_density: 0.00016
        gyroscope_random_walk: 0.000022
        rostopic: /imu0
        update_rate: 200.0
        """

    /// A chain of two cameras; `row` writes a row of a matrix.
    private static func chain(row: (Int, [Double]) -> String) -> String {
        let transform = SampleRecording.calibration.bodyFromOptical.inverse
        let m = transform.rotation.matrix
        let rows = (0..<3).map { [m[$0, 0], m[$0, 1], m[$0, 2], transform.translation[$0]] } + [[0, 0, 0, 1]]
        return """
            cam0:
              T_cam_imu:
            \(rows.enumerated().map(row).joined(separator: "\n"))
              cam_overlaps: [1]
              camera_model: pinhole
              distortion_coeffs: [0.0034, 0.0007, -0.0005, 0.0001]
              distortion_model: equidistant
              intrinsics: [19.5, 19.25, 15.5,
                12.5]
              resolution: [32, 24]
              rostopic: /cam0/image_raw
              timeshift_cam_imu: 0.004
            cam1:
              T_cam_imu:
              - [1.0, 0.0, 0.0, 0.0]
              intrinsics: [1, 2, 3, 4]
              resolution: [7, 7]
            """
    }

    private static func write(row: (Int, [Double]) -> String) throws -> TemporaryFolder {
        let folder = try SampleRecording.write()
        for sensor in ["cam0", "imu0"] {
            try FileManager.default.removeItem(atPath: folder.path + "/mav0/\(sensor)/sensor.yaml")
        }
        for name in ["/dso", "/mav0/mocap0"] {
            try FileManager.default.createDirectory(atPath: folder.path + name, withIntermediateDirectories: true)
        }
        try folder.write(chain(row: row), to: "dso/camchain.yaml")
        try folder.write(configuration, to: "dso/imu_config.yaml")
        try folder.write(
            """
            #timestamp [ns], p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []
            1403638538577829376,1,2,3,0.5,0.5,-0.5,0.5
            1403638538586162709,1.5,2,3,0.5,0.5,-0.5,0.5
            """,
            to: "mav0/mocap0/data.csv"
        )
        return folder
    }

    private static func inBrackets(_ index: Int, _ values: [Double]) -> String { "  - \(values)" }

    private static func inLines(_ index: Int, _ values: [Double]) -> String {
        values.enumerated().map { ($0 == 0 ? "  - - " : "    - ") + "\($1)" }.joined(separator: "\n")
    }

    private static func check(_ folder: TemporaryFolder) throws {
        let reader = try RecordingReader(path: folder.path)
        let calibration = reader.calibration
        #expect(calibration.camera.width == 32 && calibration.camera.height == 24)
        #expect(calibration.camera.focalLengthPixels == Vector2(19.5, 19.25))
        #expect(calibration.camera.principalPointPixels == Vector2(16, 13))
        #expect(calibration.camera.distortion == .equidistant(k1: 0.0034, k2: 0.0007, k3: -0.0005, k4: 0.0001))
        #expect(calibration.timeOffset == 0.004)
        #expect(calibration.noise?.gyroscopeWalk == 0.000022 && calibration.noise?.accelerometerDensity == 0.0028)
        let wanted = SampleRecording.calibration.bodyFromOptical
        #expect((calibration.bodyFromOptical.translation - wanted.translation).length < 1e-9)
        #expect((calibration.bodyFromOptical.rotation.inverse * wanted.rotation).angle < 1e-6)
        let truth = try reader.truth()
        #expect(truth.map(\.worldFromBody.translation) == [Vector3(1, 2, 3), Vector3(1.5, 2, 3)])
        #expect(try SampleRecording.readAll(folder.path).count == 220)
    }

    @Test("cameras, inertial sensor, images, samples and motion capture are read")
    func recording() throws {
        try Self.check(Self.write(row: Self.inBrackets))
        try Self.check(Self.write(row: Self.inLines))
    }

    @Test("a matrix that is no rotation, and a missing camera, name the file")
    func badChain() throws {
        let skewed = try Self.write { Self.inBrackets($0, $0 == 0 ? [2, 0, 0, 0] : $1) }
        #expect(
            SampleRecording.complaint(skewed) == "dso/camchain.yaml:2: `T_cam_imu` is not a rotation and a translation"
        )
        let missing = try Self.write(row: Self.inBrackets)
        try missing.edit("dso/camchain.yaml") { $0[0] = "cam2:" }
        #expect(SampleRecording.complaint(missing) == "dso/camchain.yaml:1: `T_cam_imu` is missing")
    }

    @Test("an image of 16 bits has the gray levels of its upper bytes")
    func sixteenBits() throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=16x1,format=gray16le,geq=lum=X*4096+128",
            "-frames:v", "1", "-pix_fmt", "gray16be", folder.path + "/image.png",
        ]
        try process.run()
        process.waitUntilExit()
        let image = try ImageCodec.gray(path: folder.path + "/image.png")
        for x in 0..<16 { #expect(abs(Int(image[x, 0]) - 16 * x) <= 1, "\(x): \(image[x, 0])") }
    }
}
