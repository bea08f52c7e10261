import Foundation
import Geometry
import Imaging
import Testing

@testable import Recordings

@Suite("Recordings of the .jsonl layout")
struct JSONLinesTests {
    private static let calibration = """
        {"cameras": [{"model": "pinhole", "imageWidth": 32, "imageHeight": 24, "focalLengthX": 30, "focalLengthY": 31,
        "principalPointX": 16, "principalPointY": 12, "imuToCamera": [[0,-1,0,0],[-1,0,0,0],[0,0,-1,0],[0,0,0,1]]}]}
        """

    private static func line(_ type: String, _ time: Double, _ x: Double) -> String {
        "{\"time\": \(time), \"sensor\": {\"type\": \"\(type)\", \"values\": [\(x), 0, 9.5]}}"
    }

    /// Half a second: an accelerometer and a gyroscope that take turns every 5 ms, an image every 50 ms.
    private static func lines(file: (Int) -> String) -> [String] {
        (0..<100).flatMap { index -> [String] in
            let time = 100 + Double(index) / 200
            let frame =
                "{\"time\": \(time + 0.003), \"number\": 0, \"frames\": [{\"cameraInd\": 0\(file(index / 10))}]}"
            return [line("accelerometer", time, time), line("gyroscope", time + 0.001, time)]
                + (index % 10 == 5 ? [frame] : [])
        }
    }

    private static func write(_ lines: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(calibration, to: "calibration.json")
        try folder.write(lines.joined(separator: "\n") + "\n", to: "data.jsonl")
        return folder
    }

    private static func writeImages() throws -> TemporaryFolder {
        let folder = try write(lines { ", \"file\": \"\($0).jpg\"" })
        for index in 0..<10 {
            let image = GrayImage(width: 32, height: 24, shade: UInt8(20 * index))
            try ImageCodec.write(image, as: .jpeg(quality: 95), to: folder.path + "/\(index).jpg")
        }
        return folder
    }

    @Test("sensors that report apart are joined at the gyroscope's stamps")
    func pairing() throws {
        let folder = try Self.writeImages()
        let events = try SampleRecording.readAll(folder.path)
        var samples = 0
        for case .inertial(let sample) in events {
            samples += 1
            // The accelerometer's x is the time itself: what is interpolated must be the sample's own time.
            #expect(abs(sample.specificForce.x - Double(sample.timestampNanoseconds) * 1e-9) < 1e-6)
        }
        #expect(samples == 99)
    }

    @Test("images of files come at their stamps")
    func images() throws {
        let folder = try Self.writeImages()
        #expect(try RecordingReader(path: folder.path + "/data.jsonl").imageCount == 10)
        var index = 0
        for case .image(let image) in try SampleRecording.readAll(folder.path) {
            #expect(abs(Int(image.gray[16, 12]) - 20 * index) <= 2)
            #expect(image.timestampNanoseconds == 100_028_000_000 + Int64(index) * 50_000_000)
            index += 1
        }
        #expect(index == 10)
    }

    @Test("the calibration is a guess, and turned the right way round")
    func calibration() throws {
        let folder = try Self.writeImages()
        let calibration = try RecordingReader(path: folder.path).calibration
        #expect(calibration.isGuess)
        #expect(calibration.camera.principalPointPixels == Vector2(16.5, 12.5))
        let down = calibration.bodyFromOptical.rotation * Vector3(0, 1, 0)
        #expect((down - Vector3(-1, 0, 0)).length < 1e-12)
    }

    private static func writeVideo(images: Int) throws -> TemporaryFolder {
        let folder = try write(lines { _ in "" })
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=32x24:r=20", "-frames:v", "\(images)",
            folder.path + "/data.mp4",
        ]
        try process.run()
        process.waitUntilExit()
        return folder
    }

    @Test("images of a video come one after another")
    func video() throws {
        let folder = try Self.writeVideo(images: 10)
        let images = try SampleRecording.readAll(folder.path, wantsColor: true).filter {
            if case .image(let image) = $0 { image.color != nil } else { false }
        }
        #expect(images.count == 10)
    }

    @Test("a video that ends before its lines do is named with the line")
    func shortVideo() throws {
        let text = try #require(SampleRecording.complaint(Self.writeVideo(images: 7)))
        #expect(text == "data.jsonl:160: image data.mp4: the video ends before this image")
    }

    @Test("a video file that breaks off is an error")
    func cutVideo() throws {
        let folder = try Self.writeVideo(images: 10)
        let url = URL(fileURLWithPath: folder.path + "/data.mp4")
        try Data(contentsOf: url).prefix(600).write(to: url)
        let text = try #require(SampleRecording.complaint(folder))
        #expect(text.hasPrefix("data.jsonl:13: image data.mp4:"))
    }

    @Test(
        "bad lines name file and line",
        arguments: [
            ("{\"time\": 100.1, \"sensor\": {\"type\": \"gyrosc", "this is not JSON, or it breaks off"),
            (
                "{\"time\": 100.1, \"sensor\": {\"type\": \"gyroscope\", \"values\": [1, NaN, 2]}}",
                "this is not JSON, or it breaks off"
            ),
            (
                "{\"time\": 100.1, \"sensor\": {\"type\": \"gyroscope\", \"values\": [1, 2]}}",
                "the gyroscope needs three finite values"
            ),
            ("{\"time\": \"now\", \"number\": 0}", "`time` is of another type"),
            ("{\"sensor\": {\"type\": \"gyroscope\", \"values\": [1, 2, 3]}}", "`time` is missing"),
            (
                "{\"time\": 99, \"sensor\": {\"type\": \"gyroscope\", \"values\": [1, 2, 3]}}",
                "the gyroscope's time goes back: 99.000000000 s after 100.041000000 s"
            ),
            ("{\"time\": 100.1, \"frames\": [{\"file\": \"none.jpg\"}]}", "image none.jpg: no such file"),
        ]
    )
    func badLine(_ line: String, _ reason: String) throws {
        let folder = try Self.writeImages()
        try folder.edit("data.jsonl") { $0[20] = line }
        #expect(SampleRecording.complaint(folder) == "data.jsonl:21: \(reason)")
    }

    @Test("lines of other kinds are passed over")
    func otherLines() throws {
        let folder = try Self.writeImages()
        try folder.edit("data.jsonl") { $0.insert("{\"time\": 3, \"gps\": {\"latitude\": 60}}", at: 9) }
        #expect(try SampleRecording.readAll(folder.path).count == 109)
    }

    @Test("a calibration that is missing or incomplete is named")
    func badCalibration() throws {
        let missing = try Self.writeImages()
        try FileManager.default.removeItem(atPath: missing.path + "/calibration.json")
        #expect(SampleRecording.complaint(missing) == "calibration.json: cannot be read: no such file")
        let incomplete = try Self.writeImages()
        try incomplete.write("{\"cameras\": [{\"imageWidth\": 32, \"imageHeight\": 24}]}", to: "calibration.json")
        let text = SampleRecording.complaint(incomplete)
        #expect(text == "calibration.json:1: `imuToCamera` is missing or not a rotation and a translation")
    }

    @Test("a calibration may say how noisy the sensors are")
    func noise() throws {
        let folder = try Self.writeImages()
        func complaint(_ values: String) throws -> String? {
            let text = Self.calibration.dropLast() + ", \"inertialNoise\": [\(values)]}"
            try folder.write(String(text), to: "calibration.json")
            return SampleRecording.complaint(folder)
        }
        #expect(try complaint("1e-3, 1e-2, 2e-5, 5e-4") == nil)
        let file = try JSONFile.read(CalibrationFile.self, path: folder.path + "/calibration.json")
        let calibration = try file.calibration(path: "")
        #expect(calibration.noise?.accelerometerDensity == 1e-2 && calibration.noise?.gyroscopeWalk == 2e-5)
        for values in ["1, 2, 3", "1, 2, 3, -4", ""] {
            #expect(try complaint(values) == "calibration.json:1: `inertialNoise` needs four numbers above zero")
        }
    }
}
