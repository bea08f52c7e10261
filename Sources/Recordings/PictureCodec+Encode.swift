import CImageCodecs
import Foundation
import Imaging

extension PictureCodec {
    /// A gray picture as the bytes of a file; throws `unwritable` with `name` where the library refuses.
    public static func encode(
        _ picture: GrayImage,
        as format: Format,
        name: String = "picture"
    ) throws(RecordingError) -> Data {
        try encode(picture.pixels, picture.width, picture.height, channels: 1, format, name)
    }

    /// A colour picture as the bytes of a file; throws `unwritable` with `name` where the library refuses.
    public static func encode(
        _ picture: ColorImage,
        as format: Format,
        name: String = "picture"
    ) throws(RecordingError) -> Data {
        try encode(picture.bytes, picture.width, picture.height, channels: 4, format, name)
    }

    /// Writes a gray picture; throws `unwritable`.
    public static func write(_ picture: GrayImage, as format: Format, to path: String) throws(RecordingError) {
        try write(encode(picture, as: format, name: path), to: path)
    }

    /// Writes a colour picture; throws `unwritable`.
    public static func write(_ picture: ColorImage, as format: Format, to path: String) throws(RecordingError) {
        try write(encode(picture, as: format, name: path), to: path)
    }

    private static func write(_ data: Data, to path: String) throws(RecordingError) {
        do {
            try data.write(to: URL(fileURLWithPath: path))
        } catch {
            throw .unwritable(file: path, reason: error.localizedDescription)
        }
    }

    private static func encode(
        _ bytes: [UInt8],
        _ width: Int,
        _ height: Int,
        channels: Int32,
        _ format: Format,
        _ name: String
    ) throws(RecordingError) -> Data {
        var result =
            switch format {
            case .png: sightline_png_encode(bytes, Int32(width), Int32(height), channels)
            case .jpeg(let quality): sightline_jpeg_encode(bytes, Int32(width), Int32(height), channels, Int32(quality))
            }
        guard let encoded = result.bytes else { throw .unwritable(file: name, reason: message(of: &result)) }
        return Data(bytesNoCopy: encoded, count: result.count, deallocator: .free)
    }
}
