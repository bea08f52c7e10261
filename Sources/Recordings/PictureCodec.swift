import CImageCodecs
import Foundation
import Imaging

/// Reads and writes single pictures: JPEG and PNG.
public enum PictureCodec {
    /// How a picture is written.
    public enum Format: Equatable, Sendable {
        /// Without loss.
        case png
        /// With loss; quality 1…100.
        case jpeg(quality: Int)

        /// The ending of the file's name.
        public var pathExtension: String {
            switch self {
            case .png: "png"
            case .jpeg: "jpg"
            }
        }
    }

    /// A picture file in gray; throws `unreadable` or `badPicture`.
    public static func gray(path: String) throws(RecordingError) -> GrayImage {
        try gray(data: contents(of: path), name: path)
    }

    /// A picture file in colour; throws `unreadable` or `badPicture`.
    public static func color(path: String) throws(RecordingError) -> ColorImage {
        try color(data: contents(of: path), name: path)
    }

    /// Encoded bytes in gray; `name` is for messages.
    ///
    /// A colour picture's luma is taken (BT.601).
    public static func gray(data: Data, name: String) throws(RecordingError) -> GrayImage {
        if !isJPEG(data), colorTypeOfPNG(data).map({ $0 != 0 }) == true {
            return try color(data: data, name: name).gray
        }
        let (width, height, bytes) = try decode(data, channels: 1, name: name)
        return GrayImage(width: width, height: height, pixels: bytes)
    }

    /// Encoded bytes in colour; `name` is for messages.
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
            throw .badPicture(file: name, reason: data.isEmpty ? "the file is empty" : "neither JPEG nor PNG")
        }
        var result = data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            return isPNG
                ? sightline_png_decode(start, bytes.count, channels)
                : sightline_jpeg_decode(start, bytes.count, channels)
        }
        defer { free(result.bytes) }
        guard let bytes = result.bytes else { throw .badPicture(file: name, reason: message(of: &result)) }
        let pixels = [UInt8](UnsafeBufferPointer(start: bytes, count: result.count))
        return (Int(result.width), Int(result.height), pixels)
    }

    static func message(of result: inout sightline_codec_result) -> String {
        withUnsafeBytes(of: &result.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
