/// The letters that labels are set in: outlines and widths, decoded from a compact table.
public struct Typeface: Sendable {
    struct Entry: Sendable {
        var code: UInt32
        var advance: Float
        var offset: Int
    }

    let bytes: [UInt8]
    let entries: [Entry]

    /// The product's typeface, Roboto Medium: Latin letters, figures, units and arrows.
    public static let standard = Typeface()

    /// The height of a capital letter in ems.
    public let capHeight = Float(tableCapHeight) / Float(tableUnitsPerEm)
    /// How far letters reach above the base line, ems.
    public let ascent = Float(tableAscent) / Float(tableUnitsPerEm)
    /// How far letters reach below the base line, ems, positive.
    public let descent = Float(tableDescent) / Float(tableUnitsPerEm)
    /// The number of letters.
    public var count: Int { entries.count }

    private init() {
        bytes = Self.decoded(base64: Self.table)
        var reader = TableReader(bytes: bytes, offset: 0)
        var entries: [Entry] = []
        var code: UInt32 = 0
        for _ in 0..<Self.tableGlyphCount {
            code += UInt32(reader.number())
            let advance = Float(reader.number()) / Float(Self.tableUnitsPerEm)
            entries.append(Entry(code: code, advance: advance, offset: reader.offset))
            reader.skipOutline()
        }
        self.entries = entries
    }

    /// The number of the letter of a Unicode scalar, by bisection; the question mark's for one that is not there.
    public func glyph(of scalar: Unicode.Scalar) -> Int {
        index(of: scalar.value) ?? index(of: 0x3F) ?? 0
    }

    private func index(of code: UInt32) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].code < code { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].code == code ? low : nil
    }

    /// How far the next letter stands to the right, ems.
    public func advance(ofGlyph glyph: Int) -> Float { entries[glyph].advance }

    private static func decoded(base64 text: StaticString) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8CodeUnitCount * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for i in 0..<text.utf8CodeUnitCount {
            guard let value = sixBits(text.utf8Start[i]) else { continue }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func sixBits(_ letter: UInt8) -> UInt32? {
        switch letter {
        case 65...90: UInt32(letter) - 65
        case 97...122: UInt32(letter) - 71
        case 48...57: UInt32(letter) + 4
        case 43: 62
        case 47: 63
        default: nil
        }
    }
}
