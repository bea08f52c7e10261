/// Appends JSON to a buffer of bytes.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty text.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes punctuation or valid JSON.
    public mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a value unchanged.
    public mutating func value(_ value: JSONText) {
        bytes.append(contentsOf: value.bytes)
    }

    /// Writes a whole number.
    public mutating func integer(_ value: some BinaryInteger) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a string with its quotation marks.
    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(utf8: $0) }
    }

    /// Writes UTF-8 bytes as a string with its quotation marks.
    public mutating func string(utf8: some Collection<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                escape(control: byte)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes bytes in Base64, without quotation marks.
    mutating func base64(_ raw: [UInt8]) {
        var index = 0
        while index < raw.count {
            let left = raw.count - index
            let value =
                UInt32(raw[index]) << 16 | (left > 1 ? UInt32(raw[index + 1]) << 8 : 0)
                | (left > 2 ? UInt32(raw[index + 2]) : 0)
            bytes.append(Base64.alphabet[Int(value >> 18)])
            bytes.append(Base64.alphabet[Int(value >> 12 & 63)])
            bytes.append(left > 1 ? Base64.alphabet[Int(value >> 6 & 63)] : UInt8(ascii: "="))
            bytes.append(left > 2 ? Base64.alphabet[Int(value & 63)] : UInt8(ascii: "="))
            index += 3
        }
    }

    private mutating func escape(control byte: UInt8) {
        switch byte {
        case 0x0A: raw("\\n")
        case 0x0D: raw("\\r")
        case 0x09: raw("\\t")
        default:
            raw("\\u00")
            bytes.append(hexadecimalDigit(byte >> 4))
            bytes.append(hexadecimalDigit(byte & 15))
        }
    }

    /// Writes items between commas.
    public mutating func list<Item>(_ items: some Sequence<Item>, _ write: (inout JSONWriter, Item) -> Void) {
        var first = true
        for item in items {
            if !first { raw(",") }
            first = false
            write(&self, item)
        }
    }

    /// The bytes written so far as a value; the caller must have written exactly one value.
    public var text: JSONText { JSONText(trusted: bytes[...]) }
}

/// The lower-case hexadecimal digit of a value below 16.
@inline(__always)
func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
}

/// Lower-case hexadecimal text of bytes.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 15)] }
}
