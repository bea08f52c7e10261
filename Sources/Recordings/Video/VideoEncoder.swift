import Foundation

/// Writes images to a video file with the `ffmpeg` program, at a constant rate.
///
/// The program runs in parallel; writing waits while the pipe is full.
public final class VideoEncoder {
    private let path: String
    private let frameSize: Int
    private let process = Process()
    private let input = Pipe()
    private let complaints = Pipe()

    /// Starts a video of images of `width` × `height` pixels, both even, at a rate of images per second.
    ///
    /// Throws `unwritable` if `ffmpeg` cannot be started.
    public init(path: String, width: Int, height: Int, imagesPerSecond: Int) throws(RecordingError) {
        precondition(width % 2 == 0 && height % 2 == 0, "a video's sides are even")
        self.path = path
        frameSize = width * height * 4
        // A failed write detects that the program has ended; the signal is ignored.
        signal(SIGPIPE, SIG_IGN)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgba", "-video_size",
            "\(width)x\(height)", "-framerate", "\(imagesPerSecond)", "-i", "pipe:0", "-c:v", "libx264", "-preset",
            "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart", path,
        ]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = complaints
        do {
            try process.run()
        } catch {
            throw .unwritable(file: path, reason: "ffmpeg cannot be run: \(error.localizedDescription)")
        }
    }

    /// Adds an image: bytes of red, green, blue and alpha, rows from the top.
    ///
    /// Throws `unwritable` if the program has failed.
    public func add(_ bytes: [UInt8]) throws(RecordingError) {
        precondition(bytes.count == frameSize, "an image of the video's size")
        do {
            try input.fileHandleForWriting.write(contentsOf: bytes)
        } catch {
            throw failure()
        }
    }

    /// Ends the video and waits until the file is complete.
    ///
    /// Throws `unwritable` if the program has failed.
    public func finish() throws(RecordingError) {
        try? input.fileHandleForWriting.close()
        let said = try? complaints.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw failure(said ?? Data()) }
    }

    private func failure(_ said: Data? = nil) -> RecordingError {
        try? input.fileHandleForWriting.close()
        let text = said ?? (try? complaints.fileHandleForReading.readToEnd()) ?? Data()
        let first = String(decoding: text, as: UTF8.self).split(separator: "\n").first.map(String.init)
        return .unwritable(file: path, reason: first ?? "ffmpeg failed")
    }
}
