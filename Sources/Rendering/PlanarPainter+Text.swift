extension PlanarPainter {
    /// Draws letters and panels; `letters` are the bytes of the sheet.
    func draw(_ quads: ArraySlice<TextQuad>, letters: [UInt8], seenBy onlooker: Onlooker) {
        letters.withUnsafeBufferPointer { letters in
            for quad in quads {
                if let piece = TextPiece(quad, onlooker, viewSize: viewSize) { draw(piece, letters) }
            }
        }
    }

    private func draw(_ piece: TextPiece, _ letters: UnsafeBufferPointer<UInt8>) {
        let color = codes(of: piece.color)
        let whole = pairs(from: piece.low, to: piece.high)
        for row in whole.rows {
            for column in whole.columns {
                let middle = middles(column, row)
                let opacity = piece.opacity(middle.x, middle.y, letters)
                if opacity.max() >= 0.004 { lay(color, .one, opacity, column, row) }
            }
        }
    }
}
