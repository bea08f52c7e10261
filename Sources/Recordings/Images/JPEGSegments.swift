/// The segments of a JPEG file from its start to the first scan (ITU-T T.81, annex B.1.1).
package struct JPEGSegments: Sequence, IteratorProtocol {
    /// One segment.
    package struct Segment {
        /// The second byte of the marker.
        package let marker: UInt8
        /// The bytes after the length, truncated at the file's end.
        package let payload: ArraySlice<UInt8>
    }

    private static let startOfScan: UInt8 = 0xDA
    private let bytes: [UInt8]
    /// After the marker that starts the image.
    private var offset = 2

    /// The segments of a file's bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next segment; nil at the first scan, at the file's end, and at bytes that are not a marker.
    package mutating func next() -> Segment? {
        guard offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != Self.startOfScan else {
            return nil
        }
        let marker = bytes[offset + 1]
        let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
        guard length >= 2 else { return nil }
        let payload = bytes[offset + 4..<Swift.min(bytes.count, offset + 2 + length)]
        offset += 2 + length
        return Segment(marker: marker, payload: payload)
    }

    /// The image's size in its frame header, pixels; nil without one.
    package var frameSize: (width: Int, height: Int)? {
        // 0xC4, 0xC8 and 0xCC are tables and an extension within the range of frame headers.
        let frame = first { (0xC0...0xCF).contains($0.marker) && ![0xC4, 0xC8, 0xCC].contains($0.marker) }
        guard let payload = frame?.payload.prefix(5), payload.count == 5 else { return nil }
        let header = Array(payload)
        return (Int(header[3]) << 8 | Int(header[4]), Int(header[1]) << 8 | Int(header[2]))
    }
}
