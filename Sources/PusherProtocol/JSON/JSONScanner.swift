/// Scans JSON text (RFC 8259) strictly: valid UTF-8, escaped control characters, bounded depth, no trailing data.
///
/// Written by hand because every message is scanned: one pass over the bytes, no allocation.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    let depthLimit: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0, depthLimit: Int) {
        self.bytes = bytes
        self.position = position
        self.depthLimit = depthLimit
    }

    /// The byte at the position, 0 at the end (0 is legal nowhere in JSON).
    @inline(__always)
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func skipSpace() {
        while true {
            switch current {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// Skips one byte if it is the expected one.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// Skips one whole value and the space before it.
    mutating func value(depth: Int = 0) -> Bool {
        skipSpace()
        switch current {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "{"): return object(depth: depth + 1)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> Bool {
        guard depth <= depthLimit else { return false }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\""), string() else { return false }
            skipSpace()
            guard take(UInt8(ascii: ":")), value(depth: depth) else { return false }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    private mutating func array(depth: Int) -> Bool {
        guard depth <= depthLimit else { return false }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return true }
        repeat {
            guard value(depth: depth) else { return false }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]"))
    }

    private mutating func word(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[position + index] != text.utf8Start[index] { return false }
        position = end
        return true
    }

    private mutating func digits() -> Bool {
        let start = position
        while current &- 0x30 < 10 { position += 1 }
        return position > start
    }

    private mutating func number() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard digits() else { return false }
        }
        if take(UInt8(ascii: ".")) {
            guard digits() else { return false }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return false }
        }
        return true
    }
}

extension JSONScanner {
    /// Skips a string, including its quotation marks.
    mutating func string() -> Bool {
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return true
            case UInt8(ascii: "\\"):
                guard escape() else { return false }
            case 0x20...0x7F:
                position += 1
            case 0x80...:
                guard multibyte(byte) else { return false }
            default:
                return false
            }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard position + 1 < bytes.count else { return false }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
            return true
        case UInt8(ascii: "u"):
            guard position + 6 <= bytes.count else { return false }
            for index in 2..<6 where hexadecimalValue(bytes[position + index]) == nil { return false }
            position += 6
            return true
        default:
            return false
        }
    }

    /// One character of two to four bytes; rejects overlong forms, surrogates and values past U+10FFFF (RFC 3629).
    private mutating func multibyte(_ first: UInt8) -> Bool {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return false
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return false }
        for index in 2..<max(length, 2) where bytes[position + index] & 0xC0 != 0x80 { return false }
        position += length
        return true
    }
}

/// The value of a hexadecimal digit; nil for any other byte.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
