import Foundation

extension ImageCodec {
    /// An image file as a portable graymap (binary PGM), eight bits per pixel, which programs read without a decoder.
    ///
    /// Throws `badImage`.
    package static func portableGraymap(data: Data, name: String) throws(RecordingError) -> Data {
        let image = try gray(data: data, name: name)
        return Data("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
    }
}
