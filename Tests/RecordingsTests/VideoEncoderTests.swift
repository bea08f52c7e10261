import Foundation
import Recordings
import Testing

@Suite("Videos written")
struct VideoEncoderTests {
    @Test("a video has the images, the size and the colours that went in")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/red.mp4"
        let encoder = try VideoEncoder(path: path, width: 64, height: 48, imagesPerSecond: 25)
        let red = (0..<64 * 48).flatMap { _ -> [UInt8] in [220, 30, 30, 255] }
        for _ in 0..<10 { try encoder.add(red) }
        try encoder.finish()
        let about = try Self.output(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames", "-of", "csv=p=0",
                path,
            ]
        )
        #expect(String(decoding: about, as: UTF8.self).hasPrefix("64,48,10"))
        let pixels = try Self.output(
            "ffmpeg",
            ["-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
        )
        #expect(pixels.count == 64 * 48 * 3)
        #expect(pixels[0] > 190 && pixels[1] < 60 && pixels[2] < 60)
    }

    @Test("a place that cannot be written to is told")
    func unwritable() throws {
        let encoder = try VideoEncoder(path: "/nowhere/at/all.mp4", width: 16, height: 16, imagesPerSecond: 25)
        #expect(throws: RecordingError.self) {
            for _ in 0..<200 { try encoder.add([UInt8](repeating: 0, count: 16 * 16 * 4)) }
            try encoder.finish()
        }
    }

    private static func output(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}
