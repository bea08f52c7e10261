import SceneGraph
import Testing

@Suite("Letters")
struct TextTests {
    @Test("figures are all equally wide, so that a changing reading does not jump")
    func figures() {
        let widths = "0123456789".unicodeScalars.map {
            Typeface.standard.advance(ofGlyph: Typeface.standard.glyph(of: $0))
        }
        #expect(Set(widths).count == 1)
    }

    @Test("every letter of the table has a well-formed outline; only spaces are empty")
    func outlines() {
        for glyph in 0..<Typeface.standard.count {
            for contour in Typeface.standard.contours(ofGlyph: glyph) {
                #expect(contour.count >= 3)
                #expect(contour.allSatisfy { $0.x > -0.5 && $0.x < 2 && $0.y > -0.5 && $0.y < 1.3 })
            }
        }
        let letters = "Aä±°²€µ".unicodeScalars.map { Typeface.standard.glyph(of: $0) }
        #expect(letters.allSatisfy { !Typeface.standard.contours(ofGlyph: $0).isEmpty })
        #expect(Set(letters).count == letters.count)
        #expect(Typeface.standard.contours(ofGlyph: Typeface.standard.glyph(of: " ")).isEmpty)
    }

    @Test("a letter's outline encloses the area of its ink")
    func area() {
        let contours = Typeface.standard.contours(ofGlyph: Typeface.standard.glyph(of: "l"))
        // Roboto's l is a plain bar: its area is its width times its height.
        let area = contours.reduce(Float(0)) { sum, contour in
            sum
                + contour.indices.reduce(Float(0)) { part, i in
                    let (a, b) = (contour[i], contour[(i + 1) % contour.count])
                    return part + (a.x * b.y - a.y * b.x) / 2
                }
        }
        #expect(abs(abs(area) - 0.119 * 0.75) < 0.01)
    }

    @Test("an unknown letter becomes a question mark")
    func unknown() {
        #expect(Typeface.standard.glyph(of: "漢") == Typeface.standard.glyph(of: "?"))
    }

    @Test("text is centred on its anchor, lines below one another")
    func layout() throws {
        let layout = TextLayout(TextLabel("AA\nA", panel: nil))
        #expect(layout.placements.count == 3)
        #expect(layout.placements[2].origin.y < layout.placements[0].origin.y)
        #expect(abs(layout.placements[2].origin.x - layout.placements[0].origin.x / 2) < 1e-4)
        let standing = TextLayout(TextLabel("A", anchor: .bottom))
        #expect(standing.center.y == standing.halfSize.y)
        #expect(TextLayout(TextLabel("")).placements.isEmpty)
    }
}
