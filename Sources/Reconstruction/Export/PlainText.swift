import SceneGraph

/// Lines of plain text with numbers, for file formats that are text.
struct PlainText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: StaticString) {
        for i in 0..<text.utf8CodeUnitCount { bytes.append(text.utf8Start[i]) }
    }

    mutating func append(_ value: Int) { for letter in value.description.utf8 { bytes.append(letter) } }

    /// Metres with four decimals: a tenth of a millimetre.
    mutating func append(_ metres: Float) {
        var units = Int((metres * 10_000).rounded())
        if units < 0 {
            append("-")
            units = -units
        }
        append(units / 10_000)
        append(".")
        var rest = units % 10_000
        for place in [1000, 100, 10, 1] {
            bytes.append(UInt8(48 + rest / place))
            rest %= place
        }
    }

    mutating func append(_ point: SIMD3<Float>, separator: StaticString = " ") {
        append(point.x)
        append(separator)
        append(point.y)
        append(separator)
        append(point.z)
    }

    mutating func append(_ text: PlainText) { bytes += text.bytes }

    mutating func append(bytes more: some Sequence<UInt8>) { bytes += more }

    /// A number with two decimals.
    mutating func append(hundredths value: Double) {
        var units = Int((value * 100).rounded())
        if units < 0 {
            append("-")
            units = -units
        }
        append(units / 100)
        append(".")
        bytes.append(UInt8(48 + units / 10 % 10))
        bytes.append(UInt8(48 + units % 10))
    }

    /// The text in Latin-1, which has one byte per letter; the letters used here are all in it.
    var latinBytes: [UInt8] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F }
    }
}
