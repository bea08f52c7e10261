import Geometry
import Imaging

/// Decodes the images of a recording's video and checks that they have the camera's size.
final class VideoDecoder {
    /// The video file.
    let path: String
    private let wantsColor: Bool
    private let stream: VideoStream

    /// Opens a video; throws `unreadable`, or `badImage` if its size is not the camera's.
    init(path: String, camera: CameraModel, wantsColor: Bool) throws(RecordingError) {
        self.path = path
        self.wantsColor = wantsColor
        stream = try VideoStream(path: path, format: wantsColor ? .rgba : .gray)
        guard stream.width == camera.width, stream.height == camera.height else {
            let expected = "\(camera.width) × \(camera.height)"
            throw .badImage(file: path, reason: "it has \(stream.width) × \(stream.height) pixels, not \(expected)")
        }
    }

    /// The next image with the timestamp of its line in the recording; nil at the end of the video.
    func next(timestampNanoseconds: Int64) throws(RecordingError) -> RecordedImage? {
        guard let bytes = try stream.next() else { return nil }
        guard wantsColor else {
            let gray = GrayImage(width: stream.width, height: stream.height, pixels: bytes)
            return RecordedImage(timestampNanoseconds: timestampNanoseconds, gray: gray)
        }
        let color = ColorImage(width: stream.width, height: stream.height, bytes: bytes)
        return RecordedImage(timestampNanoseconds: timestampNanoseconds, gray: color.gray, color: color)
    }
}
