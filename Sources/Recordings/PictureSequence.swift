import Foundation
import Imaging

/// The colour pictures of a video, or of a folder of numbered pictures (or its `img`), one after another.
public final class PictureSequence {
    /// The video or the folder.
    public let path: String
    /// How many pictures a folder holds; nil for a video, which tells only at its end.
    public let count: Int?
    private var files: [String] = []
    private var stream: ProgramPipe?
    private var width = 0
    private var height = 0
    private var next = 0

    /// Opens a video or a folder; throws `notRecording` where a folder holds no pictures.
    public init(path: String) throws(RecordingError) {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .unreadable(file: path, reason: "no such file")
        }
        guard isFolder.boolValue else {
            count = nil
            try openVideo()
            return
        }
        files = Self.pictures(in: path + "/img")
        if files.isEmpty { files = Self.pictures(in: path) }
        count = files.count
        if files.isEmpty { throw .notRecording(path: path, reason: "the folder holds no pictures") }
    }

    private static func pictures(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let endings: Set = ["jpg", "jpeg", "png"]
        return names.filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            .map { folder + "/" + $0 }
    }

    private func openVideo() throws(RecordingError) {
        let probe = try ProgramPipe(
            program: "ffprobe",
            arguments: [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path,
            ],
            name: path
        )
        let size = try probe.readText().split { ",\n\r".contains($0) }.compactMap { Int($0) }
        guard size.count >= 2, size[0] > 0, size[1] > 0 else {
            throw .badPicture(file: path, reason: "it holds no video")
        }
        width = size[0]
        height = size[1]
        stream = try ProgramPipe(
            program: "ffmpeg",
            arguments: [
                "-v", "error", "-nostdin", "-noautorotate", "-threads", "1", "-i", path, "-map", "0:v:0",
                "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1",
            ],
            name: path
        )
    }

    /// The next picture; nil at the end.
    public func nextPicture() throws(RecordingError) -> ColorImage? {
        if let stream {
            guard let bytes = try stream.read(count: width * height * 4) else { return nil }
            return ColorImage(width: width, height: height, bytes: bytes)
        }
        guard next < files.count else { return nil }
        next += 1
        return try PictureCodec.color(path: files[next - 1])
    }
}
