import Foundation
import Recordings

/// An image's size from its header, without decompression.
///
/// W3C, "Portable Network Graphics"; ITU-T T.81, section B.2.2; Google, "WebP Container Specification" and RFC 6386,
/// section 9.1.
struct PictureSize: Equatable {
    let width: Int
    let height: Int

    /// The size of a PNG, JPEG or WebP image; nil if the header is not valid.
    init?(_ bytes: Data, kind: UploadKind) {
        let reader = Reader(bytes)
        let size: (Int, Int)? =
            switch kind {
            case .png: reader.matches("IHDR", at: 12) ? reader.pair(at: 16, bytes: 4) : nil
            case .jpeg: JPEGSegments(reader.bytes).frameSize.map { ($0.width, $0.height) }
            case .webp: reader.canvasOfWebP()
            case .mp4, .webm, .glb: nil
            }
        guard let size, size.0 > 0, size.1 > 0 else { return nil }
        (width, height) = size
    }

    private struct Reader {
        let bytes: [UInt8]

        /// The part that can contain the header; a JPEG's frame header comes after thumbnails and profiles.
        init(_ data: Data) { bytes = [UInt8](data.prefix(1 << 20)) }

        func matches(_ text: String, at offset: Int) -> Bool {
            bytes.count >= offset + text.utf8.count && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
        }

        func big(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, bytes.count >= offset + count else { return nil }
            return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }

        func little(at offset: Int, bytes count: Int) -> Int? {
            guard bytes.count >= offset + count else { return nil }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }

        func pair(at offset: Int, bytes count: Int) -> (Int, Int)? {
            guard let first = big(at: offset, bytes: count), let second = big(at: offset + count, bytes: count) else {
                return nil
            }
            return (first, second)
        }

        func canvasOfWebP() -> (Int, Int)? {
            if matches("VP8X", at: 12), let w = little(at: 24, bytes: 3), let h = little(at: 27, bytes: 3) {
                return (w + 1, h + 1)
            }
            if matches("VP8L", at: 12), let bits = little(at: 21, bytes: 4) {
                return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            }
            if matches("VP8 ", at: 12), let w = little(at: 26, bytes: 2), let h = little(at: 28, bytes: 2) {
                return (w & 0x3FFF, h & 0x3FFF)
            }
            return nil
        }
    }
}
