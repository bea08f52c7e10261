import Foundation
import Imaging

/// The orientation of a camera when it took an image: how the file's rows and columns map to the upright image.
///
/// The values are those of the tag `Orientation` in CIPA DC-008, "Exchangeable image file format (Exif)", section
/// 4.6.4.
public enum ImageOrientation: Int, Sendable {
    /// Unchanged.
    case upright = 1
    /// Left and right are swapped.
    case mirrored = 2
    /// Rotated by 180°.
    case upsideDown = 3
    /// Top and bottom are swapped.
    case upsideDownMirrored = 4
    /// Rows and columns are swapped.
    case leftMirrored = 5
    /// To be rotated clockwise by 90°.
    case left = 6
    /// Rows and columns are swapped, and rotated by 180°.
    case rightMirrored = 7
    /// To be rotated counterclockwise by 90°.
    case right = 8

    /// The orientation in a JPEG file; upright if it has none.
    public init(jpeg data: Data) {
        let found = Self.exif(in: [UInt8](data.prefix(1 << 17))).flatMap { Self.tag(in: $0) }
        self = found.flatMap { ImageOrientation(rawValue: $0) } ?? .upright
    }

    /// Whether rows and columns are swapped.
    var isTurned: Bool { rawValue > 4 }

    /// The position in the file's image for a position in the upright image.
    func source(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .upsideDownMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .left: (y, height - 1 - x)
        case .rightMirrored: (width - 1 - y, height - 1 - x)
        case .right: (width - 1 - y, x)
        }
    }

    /// The Exif data of a JPEG file, from its TIFF header on.
    private static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let header = Array("Exif\0\0".utf8)
        let segment = JPEGSegments(bytes).first { $0.marker == 0xE1 && $0.payload.starts(with: header) }
        return segment.map { $0.payload.dropFirst(header.count) }
    }

    /// The value of the tag `Orientation`, 0x0112, in the first directory.
    private static func tag(in exif: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(exif)
        let isLittle = bytes.starts(with: [0x49, 0x49])
        func number(at offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset + count <= bytes.count else { return nil }
            let part = bytes[offset..<offset + count]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(at: 2, 2) == 42, let directory = number(at: 4, 4), let count = number(at: directory, 2) else {
            return nil
        }
        for entry in 0..<count where number(at: directory + 2 + 12 * entry, 2) == 0x0112 {
            return number(at: directory + 2 + 12 * entry + 8, 2)
        }
        return nil
    }
}

extension ImageCodec {
    /// Reads an image file in colour and rotates it upright by its orientation; throws `unreadable` or `badImage`.
    public static func uprightColor(path: String) throws(RecordingError) -> ColorImage {
        let data = try contents(of: path)
        let image = try color(data: data, name: path)
        let orientation = data.starts(with: [0xFF, 0xD8]) ? ImageOrientation(jpeg: data) : .upright
        return orientation == .upright ? image : image.standing(orientation)
    }
}

extension ColorImage {
    /// The upright image of a file's image.
    func standing(_ orientation: ImageOrientation) -> ColorImage {
        let (newWidth, newHeight) = orientation.isTurned ? (height, width) : (width, height)
        var turned = [UInt8](repeating: 0, count: bytes.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let from = orientation.source(x, y, width: width, height: height)
                let (source, target) = (4 * (from.y * width + from.x), 4 * (y * newWidth + x))
                for channel in 0..<4 { turned[target + channel] = bytes[source + channel] }
            }
        }
        return ColorImage(width: newWidth, height: newHeight, bytes: turned)
    }
}
