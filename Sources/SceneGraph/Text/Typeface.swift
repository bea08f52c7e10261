/// The letters of labels: outlines and widths, decoded from a compact table.
public struct Typeface: Sendable {
    private struct Entry: Sendable {
        var code: UInt32
        var advance: Float
        var offset: Int
    }

    private let bytes: [UInt8]
    private let entries: [Entry]

    /// The product's typeface, Roboto Medium: Latin letters, figures, units and arrows.
    public static let standard = Typeface()

    /// The height of a capital letter in ems.
    public let capHeight = Float(TypefaceTable.capHeight) / Float(TypefaceTable.unitsPerEm)
    /// The height of the tallest letters above the base line, ems.
    public let ascent = Float(TypefaceTable.ascent) / Float(TypefaceTable.unitsPerEm)
    /// The depth of the lowest letters below the base line, ems, positive.
    public let descent = Float(TypefaceTable.descent) / Float(TypefaceTable.unitsPerEm)
    /// The number of letters.
    public var count: Int { entries.count }

    private init() {
        bytes = Self.decoded(base64: TypefaceTable.outlines)
        var reader = TableReader(bytes: bytes, offset: 0)
        var entries: [Entry] = []
        var code: UInt32 = 0
        for _ in 0..<TypefaceTable.glyphCount {
            code += UInt32(reader.number())
            let advance = Float(reader.number()) / Float(TypefaceTable.unitsPerEm)
            entries.append(Entry(code: code, advance: advance, offset: reader.offset))
            reader.skipOutline()
        }
        self.entries = entries
    }

    /// The glyph of a Unicode scalar, by bisection; the question mark's for a missing one.
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

    /// The distance to the next letter, ems.
    public func advance(ofGlyph glyph: Int) -> Float { entries[glyph].advance }

    /// The bytes of the table, whose text has line breaks.
    private static func decoded(base64 text: StaticString) -> [UInt8] {
        text.withUTF8Buffer { Base64.bytes(of: $0.lazy.filter { $0 != UInt8(ascii: "\n") }) } ?? []
    }

    /// The contours of a letter as closed polygons, ems, y up, origin on the base line; a point is inside if the
    /// winding number is not 0.
    ///
    /// Each quadratic curve becomes `steps` lines.
    public func contours(ofGlyph glyph: Int, steps: Int = 5) -> [[SIMD2<Float>]] {
        var reader = TableReader(bytes: bytes, offset: entries[glyph].offset)
        var contours: [[SIMD2<Float>]] = []
        var place = (x: 0, y: 0)
        for _ in 0..<reader.number() {
            var points: [(point: SIMD2<Float>, isOnCurve: Bool)] = []
            for _ in 0..<reader.number() {
                let x = reader.number()
                place = (place.x + TableReader.zigzag(x >> 1), place.y + reader.signed())
                points.append((SIMD2(Float(place.x), Float(place.y)) / Float(TypefaceTable.unitsPerEm), x & 1 == 1))
            }
            contours.append(Self.polygon(points, steps: steps))
        }
        return contours
    }

    /// A TrueType contour as lines: between two control points there is a point of the curve in the middle.
    private static func polygon(_ points: [(point: SIMD2<Float>, isOnCurve: Bool)], steps: Int) -> [SIMD2<Float>] {
        guard let start = points.firstIndex(where: { $0.isOnCurve }) else { return roundPolygon(points, steps: steps) }
        var polygon = [points[start].point]
        var control: SIMD2<Float>?
        for i in 1...points.count {
            let (point, isOnCurve) = points[(start + i) % points.count]
            if let bend = control {
                let end = isOnCurve ? point : (bend + point) / 2
                addCurve(to: &polygon, bend: bend, end: end, steps: steps)
                control = isOnCurve ? nil : point
            } else if isOnCurve {
                polygon.append(point)
            } else {
                control = point
            }
        }
        polygon.removeLast()
        return polygon
    }

    /// A contour of control points alone, such as a dot: it starts in the middle between the last and the first.
    private static func roundPolygon(
        _ points: [(point: SIMD2<Float>, isOnCurve: Bool)],
        steps: Int
    ) -> [SIMD2<Float>] {
        guard let first = points.first, let last = points.last else { return [] }
        return polygon([((first.point + last.point) / 2, true)] + points, steps: steps)
    }

    private static func addCurve(to polygon: inout [SIMD2<Float>], bend: SIMD2<Float>, end: SIMD2<Float>, steps: Int) {
        let start = polygon[polygon.count - 1]
        for step in 1...steps {
            let t = Float(step) / Float(steps)
            polygon.append(start * ((1 - t) * (1 - t)) + bend * (2 * t * (1 - t)) + end * (t * t))
        }
    }
}

/// Reads the typeface's table; Scripts/pictures/make-typeface.py describes it.
private struct TableReader {
    let bytes: [UInt8]
    private(set) var offset: Int

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
