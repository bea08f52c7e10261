import CImageCodecs
import Foundation
import Imaging

/// Reads and writes single images: JPEG and PNG.
public enum ImageCodec {
    /// The file format of an image.
    public enum Format: Equatable, Sendable {
        /// Lossless.
        case png
        /// Lossy; quality 1…100.
        case jpeg(quality: Int)

        /// The extension of the file's name.
        public var pathExtension: String {
            switch self {
            case .png: "png"
            case .jpeg: "jpg"
            }
        }
    }

    /// Reads an image file in gray; throws `unreadable` or `badImage`.
    public static func gray(path: String) throws(RecordingError) -> GrayImage {
        try gray(data: contents(of: path), name: path)
    }

    /// Reads an image file in colour; throws `unreadable` or `badImage`.
    public static func color(path: String) throws(RecordingError) -> ColorImage {
        try color(data: contents(of: path), name: path)
    }

    /// Decodes bytes in gray; errors use `name`.
    ///
    /// A colour image is converted to luma (BT.601).
    public static func gray(data: Data, name: String) throws(RecordingError) -> GrayImage {
        if !isJPEG(data), colorTypeOfPNG(data).map({ $0 != 0 }) == true {
            return try color(data: data, name: name).gray
        }
        let (width, height, bytes) = try decode(data, channels: 1, name: name)
        return GrayImage(width: width, height: height, pixels: bytes)
    }

    /// Decodes bytes in colour; errors use `name`.
    public static func color(data: Data, name: String) throws(RecordingError) -> ColorImage {
        let (width, height, bytes) = try decode(data, channels: 4, name: name)
        return ColorImage(width: width, height: height, bytes: bytes)
    }

    private static func isJPEG(_ data: Data) -> Bool { data.starts(with: [0xFF, 0xD8]) }

    private static func colorTypeOfPNG(_ data: Data) -> UInt8? {
        data.count > 25 ? data[data.startIndex + 25] : nil
    }

    static func contents(of path: String) throws(RecordingError) -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "\(error.localizedDescription)" : "no such file"
            throw .unreadable(file: path, reason: reason)
        }
    }

    private static func decode(
        _ data: Data,
        channels: Int32,
        name: String
    ) throws(RecordingError) -> (Int, Int, [UInt8]) {
        let isPNG = data.starts(with: [0x89, 0x50, 0x4E, 0x47])
        guard isJPEG(data) || isPNG else {
            throw .badImage(file: name, reason: data.isEmpty ? "the file is empty" : "neither JPEG nor PNG")
        }
        var result = data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            return isPNG
                ? sightline_png_decode(start, bytes.count, channels)
                : sightline_jpeg_decode(start, bytes.count, channels)
        }
        defer { free(result.bytes) }
        guard let bytes = result.bytes else { throw .badImage(file: name, reason: message(of: &result)) }
        let pixels = [UInt8](UnsafeBufferPointer(start: bytes, count: result.count))
        return (Int(result.width), Int(result.height), pixels)
    }

    private static func message(of result: inout sightline_codec_result) -> String {
        withUnsafeBytes(of: &result.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Encodes a gray image; throws `unwritable` with `name` if the library fails.
    public static func encode(
        _ image: GrayImage,
        as format: Format,
        name: String = "image"
    ) throws(RecordingError) -> Data {
        try encode(image.pixels, image.width, image.height, channels: 1, format, name)
    }

    /// Encodes a colour image; throws `unwritable` with `name` if the library fails.
    public static func encode(
        _ image: ColorImage,
        as format: Format,
        name: String = "image"
    ) throws(RecordingError) -> Data {
        try encode(image.bytes, image.width, image.height, channels: 4, format, name)
    }

    /// Writes a gray image; throws `unwritable`.
    public static func write(_ image: GrayImage, as format: Format, to path: String) throws(RecordingError) {
        try write(encode(image, as: format, name: path), to: path)
    }

    /// Writes a colour image; throws `unwritable`.
    public static func write(_ image: ColorImage, as format: Format, to path: String) throws(RecordingError) {
        try write(encode(image, as: format, name: path), to: path)
    }

    /// Writes integers of 16 bits, row by row, as a gray PNG: for example depths in millimetres.
    ///
    /// Numbers beyond the range are clamped; a NaN becomes 0. Throws `unwritable`.
    public static func write(
        numbers: [Float],
        width: Int,
        height: Int,
        to path: String
    ) throws(RecordingError) {
        precondition(numbers.count == width * height, "numbers must fill the image")
        let values = numbers.map { $0.isNaN ? 0 : UInt16(min(max($0.rounded(), 0), 65_535)) }
        var result = sightline_png_encode_16(values, Int32(width), Int32(height))
        guard let encoded = result.bytes else { throw .unwritable(file: path, reason: message(of: &result)) }
        try write(Data(bytesNoCopy: encoded, count: result.count, deallocator: .free), to: path)
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
