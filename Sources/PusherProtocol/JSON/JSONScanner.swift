/// Walks JSON text (RFC 8259) strictly: UTF-8 well formed, control characters escaped, depth bounded, nothing left over.
///
/// Written by hand because every message passes here: one pass over the bytes, no allocation.
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

    /// Passes over one byte if it is the one expected.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// Passes over one whole value with the space before it.
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
