import Foundation
import Geometry
import Imaging
import Odometry
import Testing

@testable import Recordings

/// Recordings that break off, cannot be, or lack a part that is not needed.
@Suite struct InterruptionTests {
    /// A second at rest before a wall of random dots, large enough to be tracked: a sample every 5 ms, an image every 50 ms.
    private static func wall() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        var calibration = SampleRecording.calibration
        calibration.camera = CameraModel(
            width: 320,
            height: 240,
            focalLengthPixels: Vector2(260, 260),
            principalPointPixels: Vector2(160, 120)
        )
        let writer = try EurocWriter(folder: folder.path, calibration: calibration)
        for index in 0..<200 {
            var sample = SampleRecording.sample(index)
            (sample.angularVelocity, sample.specificForce) = (.zero, Vector3(0, 0, 9.81))
            try writer.write(.inertial(sample))
        }
        var generator = SeededGenerator(seed: 3)
        let blocks = (0..<40 * 30).map { _ in UInt8.random(in: 20...235, using: &generator) }
        let gray = GrayImage(
            width: 320,
            height: 240,
            pixels: (0..<320 * 240).map { blocks[$0 / 320 / 8 * 40 + $0 % 320 / 8] }
        )
        for index in 0..<20 {
            let stamp = SampleRecording.image(index).timestampNanoseconds
            try writer.write(.image(RecordedImage(timestampNanoseconds: stamp, gray: gray)))
        }
        try writer.finish()
        return folder
    }

    @Test func `A run over a recording that breaks off keeps the frames before, and says where it broke`() throws {
        let folder = try Self.wall()
        try folder.edit("mav0/imu0/data.csv") { $0[150] = "not a row" }
        var reader = try RecordingReader(path: folder.path)
        let run = TrackingRun(reader: &reader, configuration: reader.calibration.odometryConfiguration)
        #expect((10...15).contains(run.frames.count))
        #expect(run.interruption?.description.hasSuffix("data.csv:151: the row has 1 fields, not 7") == true)
        let good = try Self.wall()
        reader = try RecordingReader(path: good.path)
        let whole = TrackingRun(reader: &reader, configuration: reader.calibration.odometryConfiguration)
        #expect(whole.interruption == nil && (18...20).contains(whole.frames.count))
    }

    @Test func `A session gives every frame before a bad image, and then the error`() throws {
        let folder = try Self.wall()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mav0/cam0/data").sorted()
        try folder.write("no image", to: "mav0/cam0/data/" + names[12])
        let run = SessionRun(reader: try RecordingReader(path: folder.path))
        var count = 0
        #expect(throws: RecordingError.self) {
            while try run.next() != nil { count += 1 }
        }
        #expect((10...12).contains(count) && run.readCount == 12)
        #expect(throws: RecordingError.self) { _ = try run.next() }
    }

    @Test func `With poses from elsewhere, a recording needs no inertial sensor`() throws {
        let folder = try Self.wall()
        try FileManager.default.removeItem(atPath: folder.path + "/mav0/imu0")
        #expect(throws: RecordingError.self) { _ = try RecordingReader(path: folder.path) }
        let reader = try RecordingReader(path: folder.path, needsMotion: false)
        let poses = (0..<20).map { index in
            TimedPose(
                timestampNanoseconds: SampleRecording.image(index).timestampNanoseconds,
                worldFromBody: RigidTransform(rotation: .identity, translation: Vector3(Double(index) / 10, 0, 0))
            )
        }
        let run = SessionRun(reader: reader, poses: poses)
        var positions: [Vector3] = []
        while let frame = try run.next() {
            if let camera = frame.camera { positions.append(camera.worldFromOptical.translation) }
        }
        #expect(positions.count >= 18)
        for (before, after) in zip(positions, positions.dropFirst()) {
            #expect(abs((after - before).length - 0.1) < 1e-6)
        }
    }

    @Test(arguments: [
        ("intrinsics: [1e300, 457.3, 15.6, 12.0]", "no lens has"),
        ("intrinsics: [0.001, 457.3, 15.6, 12.0]", "no lens has"),
        ("intrinsics: [-30, 30, 15.6, 12.0]", "no lens has"),
        ("intrinsics: [30, 30, 1e9, 12.0]", "principal point far outside"),
    ])
    func `A lens that cannot be is an error of its line`(line: String, reason: String) throws {
        let folder = try SampleRecording.write()
        var number = 0
        try folder.edit("mav0/cam0/sensor.yaml") { lines in
            guard let index = lines.firstIndex(where: { $0.hasPrefix("intrinsics") }) else { return }
            (lines[index], number) = (line, index + 1)
        }
        let complaint = try #require(SampleRecording.complaint(folder))
        #expect(complaint.hasPrefix("mav0/cam0/sensor.yaml:\(number): ") && complaint.contains(reason))
    }

    @Test func `Clocks that are seconds apart, and times that no clock has, are errors`() throws {
        let folder = try SampleRecording.write()
        try folder.edit("mav0/cam0/sensor.yaml") { lines in
            lines = lines.map { $0.hasPrefix("timeshift") ? "timeshift_cam_imu: 1e300" : $0 }
        }
        #expect(SampleRecording.complaint(folder)?.contains("timeshift_cam_imu") == true)
        let late = try SampleRecording.write()
        try late.edit("mav0/imu0/data.csv") { lines in
            let last = lines.lastIndex { !$0.isEmpty } ?? 0
            lines[last] = "9223372036854775807,0,0,0,0,0,9.81"
        }
        #expect(SampleRecording.complaint(late)?.contains("is not a time in nanoseconds") == true)
    }

    @Test func `An image is found by its timestamp, in order`() throws {
        let folder = try SampleRecording.write()
        var reader = try RecordingReader(path: folder.path)
        let wanted = SampleRecording.image(3)
        #expect(try reader.image(at: wanted.timestampNanoseconds)?.gray == wanted.gray)
        #expect(try reader.image(at: SampleRecording.image(7).timestampNanoseconds + 1) == nil)
        #expect(try reader.image(at: SampleRecording.image(2).timestampNanoseconds) == nil)
    }
}

/// The one walk over a JPEG file's markers.
@Suite struct JPEGSegmentsTests {
    private static let file: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 48, 0, 64, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2,
    ]

    @Test func `Segments come in order up to the scan, and the frame has its size`() {
        #expect(JPEGSegments(Self.file).map(\.marker) == [0xE0, 0xC0])
        #expect(JPEGSegments(Self.file).map(\.payload.count) == [2, 9])
        let size = JPEGSegments(Self.file).frameSize
        #expect(size?.width == 64 && size?.height == 48)
    }

    @Test func `A file that ends anywhere gives fewer segments and no trap`() {
        for count in 0..<Self.file.count {
            let part = Array(Self.file.prefix(count))
            #expect(JPEGSegments(part).map(\.marker).count <= 2)
            if count < 17 { #expect(JPEGSegments(part).frameSize == nil) }
        }
        #expect(JPEGSegments([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 9, 9]).frameSize == nil)
    }
}
