/// Lines of plain text with numbers, for file formats that are text.
///
/// A file's writer has dozens of calls, so they are not inlined: the browser's modules would grow by each.
package struct PlainText {
    /// The text so far, UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// An empty text.
    package init() {}

    /// A text.
    @inline(never)
    package mutating func append(_ text: StaticString) {
        for i in 0..<text.utf8CodeUnitCount { bytes.append(text.utf8Start[i]) }
    }

    /// A whole number.
    @inline(never)
    package mutating func append(_ value: Int) { bytes.append(decimal: value) }

    /// Metres with four decimals: a tenth of a millimetre.
    package mutating func append(_ metres: Float) { append(Double(metres), decimals: 4) }

    /// A number with two decimals.
    @inline(never)
    package mutating func append(hundredths value: Double) { append(value, decimals: 2) }

    /// A number rounded to a number of decimals; 0 if it is not finite or has more than fifteen digits.
    @inline(never)
    package mutating func append(_ value: Double, decimals: Int) {
        var unit = 1
        for _ in 0..<decimals { unit *= 10 }
        let scaled = (value * Double(unit)).rounded()
        var units = abs(scaled) < 1e15 ? Int(scaled) : 0
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

    /// The three coordinates of a point, metres with four decimals.
    package mutating func append(_ point: SIMD3<Float>, separator: StaticString = " ") {
        append(point.x)
        append(separator)
        append(point.y)
        append(separator)
        append(point.z)
    }

    /// Another text.
    package mutating func append(_ text: PlainText) { bytes += text.bytes }

    /// Bytes of text.
    package mutating func append(bytes more: some Sequence<UInt8>) { bytes += more }

    /// The text in Latin-1, which has one byte per letter; the letters used here are all in it.
    package var latinBytes: [UInt8] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F }
    }
}
