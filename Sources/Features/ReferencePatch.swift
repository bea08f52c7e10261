/// Where a feature's first look is found in a picture, and how it is turned and stretched there.
struct ReferencePatch: Equatable {
    /// The place in `ReferencePatches`.
    var slot: Int
    /// Where offsets of the first look go in the picture: the two columns.
    var columns: (SIMD2<Float>, SIMD2<Float>)

    static func == (a: ReferencePatch, b: ReferencePatch) -> Bool { a.slot == b.slot && a.columns == b.columns }

    /// How much larger it is seen: the determinant.
    var area: Float { Self.determinant(of: columns) }

    /// Whether it is so turned away, near or far that a fresh look tells more.
    var isWorn: Bool {
        let first = (columns.0 * columns.0).sum()
        let second = (columns.1 * columns.1).sum()
        return area < 0.5 || area > 2 || Swift.max(first, second) > 3.5
    }

    /// The same look after the picture has turned; `back` are the columns that lead from the new picture to the old.
    func turned(back: (SIMD2<Float>, SIMD2<Float>)) -> ReferencePatch {
        guard abs(Self.determinant(of: back)) > 1e-3 else { return self }
        let turn = ReferencePatch(slot: slot, columns: Self.inverse(of: back))
        return ReferencePatch(slot: slot, columns: (turn.along(columns.0), turn.along(columns.1)))
    }

    /// Where an offset of the first look goes in the picture.
    func along(_ offset: SIMD2<Float>) -> SIMD2<Float> { columns.0 * offset.x + columns.1 * offset.y }

    /// The determinant of two columns.
    static func determinant(of columns: (SIMD2<Float>, SIMD2<Float>)) -> Float {
        columns.0.x * columns.1.y - columns.1.x * columns.0.y
    }

    /// The inverse of two columns; not finite where they lie on one line.
    static func inverse(of columns: (SIMD2<Float>, SIMD2<Float>)) -> (SIMD2<Float>, SIMD2<Float>) {
        let scale = 1 / determinant(of: columns)
        return (SIMD2(columns.1.y, -columns.0.y) * scale, SIMD2(-columns.1.x, columns.0.x) * scale)
    }
}
