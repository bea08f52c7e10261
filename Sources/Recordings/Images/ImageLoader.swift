import Foundation
import Geometry
import Imaging

/// Decodes the images of one camera and holds them to its size.
struct ImageLoader {
    let camera: CameraModel
    let wantsColor: Bool

    /// An image file; throws `badImage` if it has another size than the camera.
    func image(path: String, timestampNanoseconds: Int64) throws(RecordingError) -> RecordedImage {
        let color = wantsColor ? try ImageCodec.color(path: path) : nil
        let gray = if let color { color.gray } else { try ImageCodec.gray(path: path) }
        guard gray.width == camera.width, gray.height == camera.height else {
            let size = "\(gray.width) × \(gray.height) pixels, not \(camera.width) × \(camera.height)"
            throw .badImage(file: path, reason: "it has \(size)")
        }
        return RecordedImage(timestampNanoseconds: timestampNanoseconds, gray: gray, color: color)
    }

    /// What is wrong with an image, to be said about the line that lists it.
    static func reason(of error: RecordingError) -> String {
        switch error {
        case .badImage(let file, let reason), .unreadable(let file, let reason):
            "image \(file): \(reason)"
        default:
            error.description
        }
    }
}
