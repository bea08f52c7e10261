import SceneGraph
import Testing

@testable import Rendering

@Suite("Letters as distance fields")
struct GlyphTests {
    /// A square of half an em.
    private static let square: [[SIMD2<Float>]] = [[SIMD2(0, 0), SIMD2(0.5, 0), SIMD2(0.5, 0.5), SIMD2(0, 0.5)]]

    @Test("the field is 128 on the outline, more inside and less outside, by the distance in pixels")
    func field() throws {
        let field = try #require(SignedDistance(Self.square))
        let middle = field.height / 2
        let row = (0..<field.width).map { Int(field.bytes[middle * field.width + $0]) }
        let edge = try #require(row.firstIndex { $0 >= 128 })
        #expect(edge == 7, "the margin is the reach and one pixel")
        #expect(row[0] == 0 && row[field.width / 2] == 255)
        for step in 0..<4 {
            #expect(abs(row[edge + step + 1] - row[edge + step] - Int(127.5 / SignedDistance.reach)) <= 1)
        }
    }

    @Test("a hole that winds the other way is outside; nothing gives no field")
    func hole() throws {
        let hole: [SIMD2<Float>] = [SIMD2(0.15, 0.15), SIMD2(0.15, 0.35), SIMD2(0.35, 0.35), SIMD2(0.35, 0.15)]
        let ring = try #require(SignedDistance(Self.square + [hole]))
        let center = ring.height / 2 * ring.width + ring.width / 2
        #expect(ring.bytes[center] < 128)
        #expect(SignedDistance([]) == nil)
        #expect(SignedDistance([[SIMD2(1, 1), SIMD2(1, 1)]]) == nil)
    }

    @Test("a letter is made once, its rows are reported once, and letters do not overlap on the sheet")
    func sheet() {
        var sheet = GlyphSheet()
        let glyphs = "ABCabc019".unicodeScalars.map { Typeface.standard.glyph(of: $0) }
        let entries = glyphs.compactMap { sheet.entry(ofGlyph: $0) }
        #expect(entries.count == glyphs.count)
        let fresh = [sheet.takeFreshRows(), sheet.takeFreshRows()]
        #expect(fresh[0] != nil && fresh[1] == nil)
        let again = glyphs.compactMap { sheet.entry(ofGlyph: $0) }
        #expect(again.map { $0.rectangle } == entries.map { $0.rectangle })
        let rows = sheet.takeFreshRows()
        #expect(rows == nil, "nothing was made again")
        for (index, a) in entries.enumerated() {
            for b in entries[(index + 1)...] {
                // Left, bottom, right, top; rows run down.
                let isApart =
                    a.rectangle.z < b.rectangle.x || b.rectangle.z < a.rectangle.x
                    || a.rectangle.y < b.rectangle.w || b.rectangle.y < a.rectangle.w
                #expect(isApart)
            }
        }
        let space = sheet.entry(ofGlyph: Typeface.standard.glyph(of: " "))
        #expect(space == nil)
    }

    @Test("every letter of the typeface finds room on the sheet")
    func all() {
        var sheet = GlyphSheet()
        for glyph in 0..<Typeface.standard.count where !Typeface.standard.contours(ofGlyph: glyph).isEmpty {
            let entry = sheet.entry(ofGlyph: glyph)
            #expect(entry != nil)
            #expect((entry?.rectangle.max() ?? 2) <= 1)
        }
    }
}
