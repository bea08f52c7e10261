/// The content of a QR code.
public struct QRContent: Equatable, Sendable {
    /// The encoding of a segment's bytes.
    public enum Encoding: Equatable, Sendable {
        /// Digits and the 45 characters of the alphanumeric mode, as ASCII.
        case ascii
        /// Bytes without a stated encoding.
        case bytes
        /// Bytes in the encoding of a number of the Extended Channel Interpretation: 26 is UTF-8, 3 is ISO 8859-1.
        case extended(Int)
        /// Two bytes of Shift JIS for each character.
        case shiftJIS
    }

    /// Bytes of one encoding.
    public struct Segment: Equatable, Sendable {
        /// The encoding of the bytes.
        public var encoding: Encoding
        /// The bytes.
        public var bytes: [UInt8]
    }

    /// The version, 1…40: 17 + 4 × version modules along a side.
    public var version: Int
    /// The error correction level.
    public var errorCorrection: QRErrorCorrection
    /// The number of codewords that were read wrong and corrected.
    public var correctedCodewords: Int
    /// The content, in order.
    public var segments: [Segment]
    /// Its position in a message of several codes, if it belongs to one.
    public var part: Part?

    /// A position in a message of several codes.
    public struct Part: Equatable, Sendable {
        /// The index of the code, from 0.
        public var index: Int
        /// The number of codes.
        public var count: Int
        /// The parity: all bytes of the whole message, combined by exclusive or.
        public var parity: UInt8
    }

    /// All bytes, in order.
    public var bytes: [UInt8] { segments.flatMap { $0.bytes } }

    /// The text; nil if a part is in Shift JIS or in an encoding other than UTF-8, ASCII and ISO 8859-1.
    ///
    /// Bytes without a stated encoding are UTF-8 if valid, else ISO 8859-1.
    public var text: String? {
        var utf8: [UInt8] = []
        for segment in segments {
            switch segment.encoding {
            case .ascii: utf8 += segment.bytes
            case .bytes, .extended(26):
                if UTF8Check.isValid(segment.bytes) {
                    utf8 += segment.bytes
                } else if segment.encoding == .bytes {
                    utf8 += UTF8Check.bytes(ofLatin1: segment.bytes)
                } else {
                    return nil
                }
            case .extended(1), .extended(3), .extended(27): utf8 += UTF8Check.bytes(ofLatin1: segment.bytes)
            case .extended, .shiftJIS: return nil
            }
        }
        return String(decoding: utf8, as: UTF8.self)
    }
}

/// Validates and encodes UTF-8.
enum UTF8Check {
    /// Whether bytes are UTF-8: no stray or missing continuation, no overlong form, no surrogate.
    static func isValid(_ bytes: [UInt8]) -> Bool {
        var at = 0
        while at < bytes.count {
            let first = bytes[at]
            let length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0
            guard length > 0, at + length <= bytes.count else { return false }
            var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
            for next in bytes[at + 1..<at + length] {
                guard next >> 6 == 2 else { return false }
                value = value << 6 | UInt32(next & 0x3F)
            }
            let least: UInt32 = length == 1 ? 0 : length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
            guard value >= least, value <= 0x10_FFFF, !(0xD800...0xDFFF).contains(value) else { return false }
            at += length
        }
        return true
    }

    /// UTF-8 of bytes in ISO 8859-1.
    static func bytes(ofLatin1 bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
}
