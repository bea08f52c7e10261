import SceneGraph

/// Lines of plain text with numbers, for file formats that are text.
struct PlainText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: StaticString) {
        for i in 0..<text.utf8CodeUnitCount { bytes.append(text.utf8Start[i]) }
    }

    mutating func append(_ value: Int) { for letter in value.description.utf8 { bytes.append(letter) } }

    /// Metres with four decimals: a tenth of a millimetre.
    mutating func append(_ metres: Float) { append(Double(metres), decimals: 4) }

    /// A number with two decimals.
    mutating func append(hundredths value: Double) { append(value, decimals: 2) }

    private mutating func append(_ value: Double, decimals: Int) {
        var unit = 1
        for _ in 0..<decimals { unit *= 10 }
        var units = Int((value * Double(unit)).rounded())
        if units < 0 {
            append("-")
            units = -units
        }
        append(units / unit)
        append(".")
        while unit > 1 {
            units %= unit
            unit /= 10
            bytes.append(UInt8(48 + units / unit))
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

    /// The text in Latin-1, which has one byte per letter; the letters used here are all in it.
    var latinBytes: [UInt8] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F }
    }
}
