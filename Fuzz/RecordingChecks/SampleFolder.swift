import Foundation
import Geometry
import Imaging
import Odometry
import Recordings

/// A temporary folder with a good recording of each layout, in which one file at a time is replaced.
final class SampleFolder: Sendable {
    private let path = SampleFolder.pathOfProcess

    init() {
        do {
            try writeEuroc()
            try writeLines()
        } catch {
            preconditionFailure("the samples cannot be written: \(error)")
        }
        atexit { try? FileManager.default.removeItem(atPath: SampleFolder.pathOfProcess) }
    }

    private static var pathOfProcess: String {
        NSTemporaryDirectory() + "sightline-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// Writes a file of its own and returns its path.
    func write(_ octets: [UInt8], to name: String) -> String {
        let file = path + "/" + name
        Self.create(file, octets)
        return file
    }

    /// A recording whose file has other contents; the file that was replaced before is good again.
    func recording(_ name: String, replacing file: String, with octets: [UInt8]) -> String {
        let copy = path + "/" + name + "-" + file.replacing("/", with: "-")
        if !FileManager.default.fileExists(atPath: copy) {
            try? FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy)
        }
        Self.create(copy + "/" + file, octets)
        return copy
    }

    /// Written in place: a copy that is renamed and synchronised with the disk would take most of the fuzzer's time.
    private static func create(_ file: String, _ octets: [UInt8]) {
        guard let stream = fopen(file, "w") else { preconditionFailure("\(file) cannot be written") }
        precondition(fwrite(octets, 1, octets.count, stream) == octets.count, "\(file) cannot be written")
        fclose(stream)
    }

    private func writeEuroc() throws {
        let calibration = RecordedCalibration(
            camera: CameraModel(
                width: 8,
                height: 6,
                focalLengthPixels: Vector2(8, 8),
                principalPointPixels: Vector2(4, 3)
            ),
            bodyFromOptical: .identity,
            noise: .typicalPhone
        )
        let writer = try EurocWriter(folder: path + "/euroc", calibration: calibration)
        for index in 0..<20 {
            let stamp = 1_000_000_000_000 + Int64(index) * 5_000_000
            try writer.write(
                .inertial(
                    InertialSample(
                        timestampNanoseconds: stamp,
                        angularVelocity: Vector3(0.1, 0.2, 0.3),
                        specificForce: Vector3(0, 0, 9.81)
                    )
                )
            )
            try writer.write(TruthState(timestampNanoseconds: stamp, worldFromBody: .identity))
        }
        for index in 0..<2 { try writer.write(.image(Self.image(1_000_000_010_000 + Int64(index) * 50_000_000))) }
        try writer.finish()
    }

    private static func image(_ timestampNanoseconds: Int64) -> RecordedImage {
        let gray = GrayImage(width: 8, height: 6, pixels: (0..<48).map { UInt8($0 * 5) })
        return RecordedImage(timestampNanoseconds: timestampNanoseconds, gray: gray)
    }

    private func writeLines() throws {
        let folder = path + "/lines"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ImageCodec.write(Self.image(0).gray, as: .png, to: folder + "/a.png")
        try Self.calibration.write(toFile: folder + "/calibration.json", atomically: false, encoding: .utf8)
        try Self.samples.write(toFile: folder + "/data.jsonl", atomically: false, encoding: .utf8)
    }

    private static let calibration = """
        {"cameras":[{"model":"pinhole","imageWidth":8,"imageHeight":6,"focalLengthX":8,
        "imuToCamera":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}]}
        """
    private static let samples = """
        {"time":1,"sensor":{"type":"gyroscope","values":[0.1,0.2,0.3]}}
        {"time":1.01,"sensor":{"type":"accelerometer","values":[0,0,9.81]}}
        {"time":1.02,"frames":[{"cameraInd":0,"time":1.02,"file":"a.png"}]}
        """
}
