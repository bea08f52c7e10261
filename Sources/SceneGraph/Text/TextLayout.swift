/// The positions of a label's letters, in heights of a capital letter; x right, y up, the label's anchor at (0, 0).
public struct TextLayout: Sendable {
    /// A letter and its position on the base line.
    public struct Placement: Sendable {
        /// The glyph's index in the typeface.
        public var glyph: Int
        /// The position of its origin.
        public var origin: SIMD2<Float>
    }

    /// The letters with outlines; spaces have none.
    public private(set) var placements: [Placement] = []
    /// Half the width and height of the text with its margin, which is the panel's.
    public private(set) var halfSize: SIMD2<Float> = .zero
    /// The middle of the text.
    public private(set) var center: SIMD2<Float> = .zero
    /// The size of one em in heights of a capital letter.
    public let em: Float

    private static let lineHeight: Float = 1.75
    private static let margin = SIMD2<Float>(0.75, 0.62)

    /// Lays out a label's text in a typeface.
    public init(_ label: TextLabel, typeface: Typeface = .standard) {
        em = 1 / typeface.capHeight
        var lines: [(start: Int, width: Float)] = []
        var start = 0
        var x: Float = 0
        for scalar in label.text.unicodeScalars {
            if scalar == "\n" {
                lines.append((start, x))
                start = placements.count
                x = 0
                continue
            }
            let glyph = typeface.glyph(of: scalar)
            placements.append(Placement(glyph: glyph, origin: SIMD2(x, -Float(lines.count) * Self.lineHeight)))
            x += typeface.advance(ofGlyph: glyph) * em
        }
        lines.append((start, x))
        align(lines, anchor: label.anchor, hasPanel: label.panel != nil)
    }

    private mutating func align(_ lines: [(start: Int, width: Float)], anchor: TextLabel.Anchor, hasPanel: Bool) {
        let width = lines.reduce(0) { max($0, $1.width) }
        let height = 1 + Float(lines.count - 1) * Self.lineHeight
        halfSize = SIMD2(width, height) / 2 + (hasPanel ? Self.margin : .zero)
        switch anchor {
        case .center: center = .zero
        case .bottom: center = SIMD2(0, halfSize.y)
        case .leading: center = SIMD2(halfSize.x, 0)
        }
        for (number, line) in lines.enumerated() {
            let end = number + 1 < lines.count ? lines[number + 1].start : placements.count
            let shift = SIMD2(center.x - line.width / 2, center.y + height / 2 - 1)
            for i in line.start..<end { placements[i].origin += shift }
        }
    }
}
