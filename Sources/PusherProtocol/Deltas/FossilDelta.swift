/// The difference between two texts in the format of Fossil's deltas, as bytes.
///
/// The format (https://fossil-scm.org/home/doc/trunk/www/delta_format.wiki): the target's size and a line feed, segments,
/// and a checksum with `;`. A segment copies from the base (`COUNT@OFFSET,`) or inserts bytes (`COUNT:BYTES`). Numbers are
/// written in base 64 with the digits `0-9A-Z_a-z~`.
public enum FossilDelta {
    /// Why a delta cannot be applied.
    public enum Failure: Error, Equatable {
        /// It is not in the format, or copies what the base does not have.
        case malformed
        /// The target is longer than it may be.
        case tooLong
        /// The checksum is another one: it was made from another base.
        case wrongBase
    }

    static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~".utf8)

    /// The target that a delta makes of its base; no longer than `limit` bytes.
    public static func apply(_ delta: [UInt8], to base: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var scanner = Scanner(bytes: delta)
        guard let size = scanner.number(), scanner.take(UInt8(ascii: "\n")) else { throw .malformed }
        guard size <= limit else { throw .tooLong }
        var target: [UInt8] = []
        target.reserveCapacity(size)
        while true {
            guard let count = scanner.number() else { throw .malformed }
            switch scanner.next() {
            case UInt8(ascii: "@"):
                guard let offset = scanner.number(), scanner.take(UInt8(ascii: ",")), count <= size - target.count,
                    offset <= base.count, count <= base.count - offset
                else { throw .malformed }
                target += base[offset..<offset + count]
            case UInt8(ascii: ":"):
                guard count <= size - target.count, let bytes = scanner.bytes(count) else { throw .malformed }
                target += bytes
            case UInt8(ascii: ";"):
                guard scanner.isAtEnd, target.count == size else { throw .malformed }
                guard UInt32(count) == checksum(target) else { throw .wrongBase }
                return target
            default: throw .malformed
            }
        }
    }

    /// The sum of the bytes as big-endian words of 32 bits, the last one filled with zeros.
    static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            let whole = raw.count / 4 * 4
            var sum: UInt32 = 0
            for offset in stride(from: 0, to: whole, by: 4) {
                sum &+= UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
            for offset in whole..<raw.count { sum &+= UInt32(raw[offset]) << (24 - 8 * UInt32(offset - whole)) }
            return sum
        } ?? checksum(Array(bytes))
    }

    /// Reads numbers and bytes one after the other.
    private struct Scanner {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }

        mutating func next() -> UInt8? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return bytes[position]
        }

        mutating func take(_ byte: UInt8) -> Bool { next() == byte }

        mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= bytes.count - position else { return nil }
            defer { position += count }
            return bytes[position..<position + count]
        }

        /// A number below 2³²; nil if there is none.
        mutating func number() -> Int? {
            var value = 0
            let start = position
            while position < bytes.count, let digit = FossilDelta.value(of: bytes[position]) {
                value = value << 6 | digit
                guard value <= UInt32.max else { return nil }
                position += 1
            }
            return position > start ? value : nil
        }
    }

    /// The value of a digit; nil for other bytes.
    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 0x30
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 0x41 + 10
        case UInt8(ascii: "_"): 36
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 0x61 + 37
        case UInt8(ascii: "~"): 63
        default: nil
        }
    }
}
