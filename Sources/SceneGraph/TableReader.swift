/// Reads the typeface's table; Scripts/make-typeface.py describes it.
struct TableReader {
    let bytes: [UInt8]
    var offset: Int

    /// The next unsigned number, seven bits a byte, low bits first.
    mutating func number() -> Int {
        var value = 0
        var shift = 0
        while offset < bytes.count {
            let byte = Int(bytes[offset])
            offset += 1
            value |= (byte & 127) << shift
            if byte < 128 { break }
            shift += 7
        }
        return value
    }

    /// The next number with a sign, zigzag.
    mutating func signed() -> Int { Self.zigzag(number()) }

    static func zigzag(_ value: Int) -> Int { value & 1 == 0 ? value / 2 : -(value + 1) / 2 }

    mutating func skipOutline() {
        for _ in 0..<number() {
            for _ in 0..<2 * number() { _ = number() }
        }
    }
}
