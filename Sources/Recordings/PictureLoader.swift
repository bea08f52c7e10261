import Foundation
import Geometry
import Imaging

/// Decodes the pictures of one camera and holds them to its size.
struct PictureLoader {
    let camera: CameraModel
    let wantsColor: Bool

    /// A picture file; throws `badPicture` where it has another size than the camera.
    func picture(path: String, timestampNanoseconds: Int64) throws(RecordingError) -> RecordedPicture {
        let color = wantsColor ? try PictureCodec.color(path: path) : nil
        let gray = if let color { color.gray } else { try PictureCodec.gray(path: path) }
        guard gray.width == camera.width, gray.height == camera.height else {
            let size = "\(gray.width) × \(gray.height) pixels, not \(camera.width) × \(camera.height)"
            throw .badPicture(file: path, reason: "it has \(size)")
        }
        return RecordedPicture(timestampNanoseconds: timestampNanoseconds, gray: gray, color: color)
    }

    /// What is wrong with a picture, to be said about the line that lists it.
    static func reason(of error: RecordingError) -> String {
        switch error {
        case .badPicture(let file, let reason), .unreadable(let file, let reason):
            "picture \(file): \(reason)"
        default:
            error.description
        }
    }
}
