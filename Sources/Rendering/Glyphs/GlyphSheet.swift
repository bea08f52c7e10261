import SceneGraph

/// The letters in use as distance fields on one sheet; a letter is made when it is first needed.
struct GlyphSheet {
    struct Entry {
        /// The corners on the sheet: left, bottom, right, top.
        var rectangle: SIMD4<Float>
        /// The lower left corner and the size in ems.
        var origin: SIMD2<Float>
        var size: SIMD2<Float>
    }

    private enum Cell {
        case unknown
        case empty
        case made(Entry)
    }

    static let side = 1024
    /// Rows from the top.
    private(set) var bytes = [UInt8](repeating: 0, count: side * side)
    private var freshRows: Range<Int>?
    private var cells = [Cell](repeating: .unknown, count: Typeface.standard.count)
    private var shelf = (x: 0, y: 0, height: 0)

    /// A letter's entry; nil for one that leaves no mark.
    mutating func entry(ofGlyph glyph: Int) -> Entry? {
        if case .unknown = cells[glyph] { cells[glyph] = make(glyph) }
        if case .made(let entry) = cells[glyph] { return entry }
        return nil
    }

    /// The rows that letters were made in since this was asked last; nil if there were none.
    mutating func takeFreshRows() -> Range<Int>? {
        defer { freshRows = nil }
        return freshRows
    }

    private mutating func make(_ glyph: Int) -> Cell {
        guard let field = SignedDistance(Typeface.standard.contours(ofGlyph: glyph)) else { return .empty }
        if shelf.x + field.width + 1 > Self.side { shelf = (0, shelf.y + shelf.height + 1, 0) }
        // A full sheet starts over: all letters are made again as they are needed.
        if shelf.y + field.height > Self.side {
            shelf = (0, 0, 0)
            cells = Array(repeating: .unknown, count: cells.count)
        }
        for row in 0..<field.height {
            let start = (shelf.y + row) * Self.side + shelf.x
            for column in 0..<field.width { bytes[start + column] = field.bytes[row * field.width + column] }
        }
        let rows = shelf.y..<shelf.y + field.height
        freshRows =
            freshRows.map {
                min($0.lowerBound, rows.lowerBound)..<max($0.upperBound, rows.upperBound)
            } ?? rows
        let size = SIMD2(Float(field.width), Float(field.height))
        let start = SIMD2(Float(shelf.x), Float(shelf.y))
        shelf = (shelf.x + field.width + 1, shelf.y, max(shelf.height, field.height))
        let corners = SIMD4(start.x, start.y + size.y, start.x + size.x, start.y) / Float(Self.side)
        return .made(Entry(rectangle: corners, origin: field.origin, size: size / SignedDistance.pixelsPerEm))
    }
}
