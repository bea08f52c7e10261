import Foundation
import Imaging

/// The colour images of a video, or of a folder of numbered images (or its `img`), in order.
public final class ImageSequence {
    /// The video or the folder.
    public let path: String
    /// The number of images in a folder; nil for a video, whose number of images is known only at its end.
    public let count: Int?
    private enum Source {
        case video(VideoStream)
        case files([String])
    }
    private let source: Source
    private var nextIndex = 0

    /// Opens a video or a folder; throws `notRecording` if a folder holds no images.
    public init(path: String) throws(RecordingError) {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .unreadable(file: path, reason: "no such file")
        }
        guard isFolder.boolValue else {
            count = nil
            source = .video(try VideoStream(path: path, format: .rgba))
            return
        }
        let inner = Self.images(in: path + "/img")
        let files = inner.isEmpty ? Self.images(in: path) : inner
        count = files.count
        source = .files(files)
        if files.isEmpty { throw .notRecording(path: path, reason: "the folder holds no images") }
    }

    private static func images(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let extensions: Set = ["jpg", "jpeg", "png"]
        return names.filter { extensions.contains(($0 as NSString).pathExtension.lowercased()) }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            .map { folder + "/" + $0 }
    }

    /// The next image; nil at the end.
    public func nextImage() throws(RecordingError) -> ColorImage? {
        switch source {
        case .video(let stream):
            guard let bytes = try stream.next() else { return nil }
            return ColorImage(width: stream.width, height: stream.height, bytes: bytes)
        case .files(let files):
            guard nextIndex < files.count else { return nil }
            nextIndex += 1
            return try ImageCodec.color(path: files[nextIndex - 1])
        }
    }
}
