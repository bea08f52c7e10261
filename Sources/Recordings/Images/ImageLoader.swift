import Foundation
import Geometry
import Imaging

/// Decodes the images of one camera and checks their size.
struct ImageLoader {
    let camera: CameraModel
    let wantsColor: Bool

    /// Reads an image file; throws `badImage` if its size is not the camera's.
    func image(path: String, timestampNanoseconds: Int64) throws(RecordingError) -> RecordedImage {
        let color = wantsColor ? try ImageCodec.color(path: path) : nil
        let gray = if let color { color.gray } else { try ImageCodec.gray(path: path) }
        guard gray.width == camera.width, gray.height == camera.height else {
            let size = "\(gray.width) × \(gray.height) pixels, not \(camera.width) × \(camera.height)"
            throw .badImage(file: path, reason: "it has \(size)")
        }
        return RecordedImage(timestampNanoseconds: timestampNanoseconds, gray: gray, color: color)
    }

    /// The reason of an image's error, for the error of the line that lists it.
    static func reason(of error: RecordingError) -> String {
        switch error {
        case .badImage(let file, let reason), .unreadable(let file, let reason):
            "image \(file): \(reason)"
        default:
            error.description
        }
    }
}
