/// The affine map from a feature's first appearance to an image.
struct ReferencePatch: Equatable {
    struct Tuning: Equatable, Sendable {
        /// The areas of a patch in the image, relative to its first appearance, at which it is still used.
        ///
        /// Unit: 1. Range: 0.3…3. Origin: by hand.
        let areas: ClosedRange<Float> = 0.5...2
        /// The largest squared stretch of a side.
        ///
        /// Unit: 1. Range: 2…6. Origin: by hand.
        let maximumSquaredStretch: Float = 3.5
    }

    static let tuning = Tuning()

    /// The slot in `ReferencePatches`.
    let slot: Int
    /// The map of offsets from the first appearance to the image: two columns.
    var columns: (SIMD2<Float>, SIMD2<Float>)

    static func == (a: ReferencePatch, b: ReferencePatch) -> Bool { a.slot == b.slot && a.columns == b.columns }

    /// The area relative to the first appearance: the determinant.
    var area: Float { Self.determinant(of: columns) }

    /// Whether its rotation or scale is so large that a new patch is better.
    var isOutdated: Bool {
        let first = (columns.0 * columns.0).sum()
        let second = (columns.1 * columns.1).sum()
        return area < Self.tuning.areas.lowerBound || area > Self.tuning.areas.upperBound
            || Swift.max(first, second) > Self.tuning.maximumSquaredStretch
    }

    /// The same patch after a rotation of the image; `back` are the columns of the map from the new image to the old.
    func turned(back: (SIMD2<Float>, SIMD2<Float>)) -> ReferencePatch {
        guard abs(Self.determinant(of: back)) > 1e-3 else { return self }
        let turn = ReferencePatch(slot: slot, columns: Self.inverse(of: back))
        return ReferencePatch(slot: slot, columns: (turn.along(columns.0), turn.along(columns.1)))
    }

    /// The offset in the image for an offset of the first appearance.
    func along(_ offset: SIMD2<Float>) -> SIMD2<Float> { columns.0 * offset.x + columns.1 * offset.y }

    /// The determinant of two columns.
    static func determinant(of columns: (SIMD2<Float>, SIMD2<Float>)) -> Float {
        columns.0.x * columns.1.y - columns.1.x * columns.0.y
    }

    /// The inverse of two columns; not finite if they are parallel.
    static func inverse(of columns: (SIMD2<Float>, SIMD2<Float>)) -> (SIMD2<Float>, SIMD2<Float>) {
        let scale = 1 / determinant(of: columns)
        return (SIMD2(columns.1.y, -columns.0.y) * scale, SIMD2(-columns.1.x, columns.0.x) * scale)
    }
}
