import Foundation

/// The chunks of a PNG file, to bound the size of its decompressed data.
///
/// W3C, "Portable Network Graphics", section 5.3. DEFLATE makes data at most 1,032 times smaller, so the compressed
/// size bounds the decompressed size.
struct PNGChunks {
    /// Compressed image data, bytes.
    private(set) var imageBytes = 0
    /// Compressed texts, bytes.
    private(set) var textBytes = 0

    /// Reads the chunks of a file; stops at an invalid one.
    init(_ file: Data) {
        let bytes = [UInt8](file)
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let kind = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            switch kind {
            case "IDAT": imageBytes += length
            case "zTXt", "iTXt": textBytes += length
            default: break
            }
            offset += 12 + length
        }
    }

    /// Whether more data may be decompressed than the pixels that the header declares, or than texts need.
    ///
    /// A pixel has 8 bytes at most, a row of each of the seven passes a filter byte. Incompressible data grows by 5
    /// bytes every 16 KiB.
    func isInflated(beyond size: PictureSize) -> Bool {
        let raw = size.width * size.height * 8 + size.height * 7 + 64
        return imageBytes > raw + raw / 1_000 + 1_024 || textBytes > 64 << 10
    }
}
