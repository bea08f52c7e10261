/// Decodes the escapes of a validated JSON string.
struct JSONStringDecoder {
    private let source: ArraySlice<UInt8>
    private var position: Int
    private var output: [UInt8] = []

    init(_ source: ArraySlice<UInt8>) {
        self.source = source
        position = source.startIndex
        output.reserveCapacity(source.count)
    }

    mutating func decoded() -> [UInt8] {
        while position < source.endIndex {
            let byte = source[position]
            if byte == UInt8(ascii: "\\") {
                escape()
            } else {
                output.append(byte)
                position += 1
            }
        }
        return output
    }

    private mutating func escape() {
        let byte = source[position + 1]
        position += 2
        switch byte {
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"): unicode()
        default: output.append(byte)
        }
    }

    private mutating func unicode() {
        var value = UInt32(codeUnit(at: position))
        position += 4
        if value & 0xFC00 == 0xD800, position + 6 <= source.endIndex, source[position] == UInt8(ascii: "\\"),
            source[position + 1] == UInt8(ascii: "u")
        {
            let low = UInt32(codeUnit(at: position + 2))
            if low & 0xFC00 == 0xDC00 {
                position += 6
                value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
            }
        }
        output.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }

    private func codeUnit(at start: Int) -> UInt16 {
        source[start..<start + 4].reduce(0) { $0 << 4 | UInt16(hexadecimalValue($1) ?? 0) }
    }
}
