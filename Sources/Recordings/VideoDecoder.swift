import Foundation
import Imaging

/// Decodes a video's pictures one after another through the `ffmpeg` program.
final class VideoDecoder {
    /// The video file.
    let path: String
    private let loader: PictureLoader
    private let stream: ProgramPipe

    /// Opens a video; throws `unreadable`, or `badPicture` where its pictures have another size than the camera.
    init(path: String, loader: PictureLoader) throws(RecordingError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .unreadable(file: path, reason: "no such file")
        }
        self.path = path
        self.loader = loader
        try Self.checkSize(path: path, loader: loader)
        let format = loader.wantsColor ? "rgba" : "gray"
        stream = try ProgramPipe(
            program: "ffmpeg",
            arguments: [
                "-v", "error", "-nostdin", "-noautorotate", "-threads", "1", "-i", path, "-map", "0:v:0",
                "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format, "pipe:1",
            ],
            name: path
        )
    }

    private static func checkSize(path: String, loader: PictureLoader) throws(RecordingError) {
        let probe = try ProgramPipe(
            program: "ffprobe",
            arguments: [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path,
            ],
            name: path
        )
        let size = try probe.readText().split { ",\n\r".contains($0) }.compactMap { Int($0) }
        guard size.count >= 2 else { throw .badPicture(file: path, reason: "it holds no video") }
        guard size[0] == loader.camera.width, size[1] == loader.camera.height else {
            let wanted = "\(loader.camera.width) × \(loader.camera.height)"
            throw .badPicture(file: path, reason: "it has \(size[0]) × \(size[1]) pixels, not \(wanted)")
        }
    }

    /// The next picture under the stamp of the line that stands for it; nil at the end of the video.
    func next(timestampNanoseconds: Int64) throws(RecordingError) -> RecordedPicture? {
        let (width, height) = (loader.camera.width, loader.camera.height)
        guard let bytes = try stream.read(count: width * height * (loader.wantsColor ? 4 : 1)) else { return nil }
        guard loader.wantsColor else {
            let gray = GrayImage(width: width, height: height, pixels: bytes)
            return RecordedPicture(timestampNanoseconds: timestampNanoseconds, gray: gray)
        }
        let color = ColorImage(width: width, height: height, bytes: bytes)
        return RecordedPicture(timestampNanoseconds: timestampNanoseconds, gray: color.gray, color: color)
    }
}
