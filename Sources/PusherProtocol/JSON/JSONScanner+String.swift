extension JSONScanner {
    /// Passes over a string, from its opening to behind its closing quotation mark.
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

    /// One character of two to four bytes; overlong forms, surrogates and values past U+10FFFF are refused (RFC 3629).
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

/// The value of a hexadecimal digit, nil for any other byte.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
