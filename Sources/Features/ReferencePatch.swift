/// Where a feature's first look is found in a picture, and how it is turned and stretched there.
struct ReferencePatch: Equatable {
    /// The place in `ReferencePatches`.
    var slot: Int
    /// Where offsets of the first look go in the picture: the two columns.
    var columns: (SIMD2<Float>, SIMD2<Float>)

    static func == (a: ReferencePatch, b: ReferencePatch) -> Bool { a.slot == b.slot && a.columns == b.columns }

    /// How much larger it is seen: the determinant.
    var area: Float { columns.0.x * columns.1.y - columns.1.x * columns.0.y }

    /// Whether it is so turned away, near or far that a fresh look tells more.
    var isWorn: Bool {
        let first = (columns.0 * columns.0).sum()
        let second = (columns.1 * columns.1).sum()
        return area < 0.5 || area > 2 || Swift.max(first, second) > 3.5
    }

    /// The same look after the picture has turned; `back` are the columns that lead from the new picture to the old.
    func turned(back: (SIMD2<Float>, SIMD2<Float>)) -> ReferencePatch {
        let determinant = back.0.x * back.1.y - back.1.x * back.0.y
        guard abs(determinant) > 1e-3 else { return self }
        let first = SIMD2(back.1.y, -back.0.y) / determinant
        let second = SIMD2(-back.1.x, back.0.x) / determinant
        func along(_ v: SIMD2<Float>) -> SIMD2<Float> { first * v.x + second * v.y }
        return ReferencePatch(slot: slot, columns: (along(columns.0), along(columns.1)))
    }
}
