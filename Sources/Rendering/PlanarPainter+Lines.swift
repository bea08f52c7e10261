extension PlanarPainter {
    /// Draws pieces of line: every four points in a row are one with what comes before and after it.
    func draw(_ points: ArraySlice<LinePoint>, seenBy onlooker: Onlooker) {
        guard points.count > 3 else { return }
        let clips = points.map { ClipPlace(SIMD3($0.place.x, $0.place.y, $0.place.z), onlooker) }
        let start = points.startIndex
        for i in 0..<points.count - 3 {
            let (from, to) = (points[start + i + 1], points[start + i + 2])
            guard from.place.w >= 0, to.place.w >= 0 else { continue }
            let goesOn = (points[start + i].place.w, points[start + i + 3].place.w)
            let ends = LinePiece.Ends(
                before: Self.isJoint(goesOn.0) ? clips[i] : nil,
                start: clips[i + 1],
                end: clips[i + 2],
                after: Self.isJoint(goesOn.1) ? clips[i + 3] : nil
            )
            let piece = LinePiece(from, to, ends, viewSize: viewSize, focalLength: Float(onlooker.focalLength))
            if let piece { draw(piece) }
        }
    }

    /// A radius below zero marks a point that no piece starts or ends at; below −1.5 it still tells a joint's direction.
    private static func isJoint(_ radius: Float) -> Bool { radius >= 0 || radius < -1.5 }

    private func draw(_ piece: LinePiece) {
        let reach = piece.reach
        let low = pointwiseMin(piece.from, piece.to) - reach
        let high = pointwiseMax(piece.from, piece.to) + reach
        let color = codes(of: piece.color)
        let whole = pairs(from: low, to: high)
        for row in whole.rows {
            let columns = piece.columns(nearRow: Float(2 * row + 1), within: low.x...high.x)
            for column in pairs(from: SIMD2(columns.lowerBound, low.y), to: SIMD2(columns.upperBound, high.y)).columns {
                let middle = middles(column, row)
                let (opacity, shade) = piece.paint(middle.x, middle.y)
                if opacity.max() >= 0.01 { lay(color, shade, opacity, column, row) }
            }
        }
    }
}
