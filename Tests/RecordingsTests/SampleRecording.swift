import Foundation
import Geometry
import Imaging
import Odometry

@testable import Recordings

/// A recording of a second: a sample every 5 ms, an image every 50 ms.
enum SampleRecording {
    static let startNanoseconds: Int64 = 1_403_638_538_577_829_376
    static let calibration = RecordedCalibration(
        camera: CameraModel(
            width: 32,
            height: 24,
            focalLengthPixels: Vector2(30.5, 31.25),
            principalPointPixels: Vector2(16.125, 12.5),
            distortion: .radialTangential(k1: -0.28, k2: 0.07, p1: 0.0002, p2: 0.00002)
        ),
        bodyFromOptical: RigidTransform(
            rotation: Rotation(exp: Vector3(0.1, 1.5, -0.3)),
            translation: Vector3(-0.02, 0.06, 0.01)
        ),
        timeOffset: 0.0125,
        readoutTime: 0.02,
        noise: InertialNoise(
            gyroscopeDensity: 1.7e-4,
            accelerometerDensity: 2e-3,
            gyroscopeWalk: 1.9e-5,
            accelerometerWalk: 3e-3
        )
    )

    static func sample(_ index: Int) -> InertialSample {
        InertialSample(
            timestampNanoseconds: startNanoseconds + Int64(index) * 5_000_128,
            angularVelocity: Vector3(0.1, -0.2, Double(index) / 7),
            specificForce: Vector3(Double(index) / 3, 0.25, 9.81)
        )
    }

    static func image(_ index: Int) -> RecordedImage {
        let shades = (0..<32 * 24).map { UInt8(truncatingIfNeeded: $0 &* 3 &+ index) }
        return RecordedImage(
            timestampNanoseconds: startNanoseconds + Int64(index) * 50_001_280 + 1_000,
            gray: GrayImage(width: 32, height: 24, pixels: shades)
        )
    }

    /// All events as a device would deliver them.
    static var events: [RecordingEvent] {
        let all = (0..<200).map { RecordingEvent.inertial(sample($0)) } + (0..<20).map { .image(image($0)) }
        return all.sorted { $0.timestampNanoseconds < $1.timestampNanoseconds }
    }

    /// Writes the recording in the EuRoC layout into a fresh folder.
    static func write(format: ImageCodec.Format = .png) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let writer = try EurocWriter(folder: folder.path, calibration: calibration, format: format)
        for event in events { try writer.write(event) }
        try writer.finish()
        return folder
    }

    /// Reads a whole recording.
    static func readAll(_ path: String, wantsColor: Bool = false) throws(RecordingError) -> [RecordingEvent] {
        var reader = try RecordingReader(path: path, wantsColor: wantsColor)
        var events: [RecordingEvent] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    /// The error of reading a whole recording, as a person sees it, without the folder's path.
    static func complaint(_ folder: TemporaryFolder, _ path: String? = nil) -> String? {
        do throws(RecordingError) {
            _ = try readAll(path ?? folder.path)
            return nil
        } catch {
            return error.description.replacingOccurrences(of: folder.path + "/", with: "")
        }
    }
}
