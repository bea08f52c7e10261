import Foundation

/// The images of a video file as raw pixels, decoded in order by the `ffmpeg` program.
final class VideoStream {
    /// How a pixel is stored.
    enum PixelFormat: String {
        /// One byte of luma.
        case gray
        /// Red, green, blue and alpha.
        case rgba

        var byteCount: Int {
            switch self {
            case .gray: 1
            case .rgba: 4
            }
        }
    }

    /// Pixels in a row.
    let width: Int
    /// Rows.
    let height: Int
    private let stream: ProgramPipe
    private let frameByteCount: Int

    /// Opens a video; throws `unreadable` if the file does not exist, `badImage` if it is not a video.
    init(path: String, format: PixelFormat) throws(RecordingError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .unreadable(file: path, reason: "no such file")
        }
        (width, height) = try Self.size(path: path)
        frameByteCount = width * height * format.byteCount
        stream = try ProgramPipe(
            program: "ffmpeg",
            arguments: [
                "-v", "error", "-nostdin", "-noautorotate", "-threads", "1", "-i", path, "-map", "0:v:0",
                "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format.rawValue, "pipe:1",
            ],
            name: path
        )
    }

    private static func size(path: String) throws(RecordingError) -> (width: Int, height: Int) {
        let probe = try ProgramPipe(
            program: "ffprobe",
            arguments: [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path,
            ],
            name: path
        )
        let size = try probe.readText().split { ",\n\r".contains($0) }.compactMap { Int($0) }
        guard size.count >= 2, size[0] > 0, size[1] > 0 else {
            throw .badImage(file: path, reason: "it holds no video")
        }
        return (size[0], size[1])
    }

    /// The bytes of the next image, rows from the top; nil at the end of the video.
    func next() throws(RecordingError) -> [UInt8]? { try stream.read(count: frameByteCount) }
}
