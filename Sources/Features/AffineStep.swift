/// A small move of a look: shift in pixels, and the columns by which it is stretched, less one.
struct AffineStep: Equatable {
    var shift: SIMD2<Float>
    var across: SIMD2<Float>
    var down: SIMD2<Float>

    /// Whether it is small and finite, as steps near the solution are.
    var isUsable: Bool {
        let sum = (shift * shift).sum() * 0.02 + (across * across).sum() + (down * down).sum()
        return sum < 0.5
    }

    /// Undoes the move inside of a look's place: W ← W ∘ step⁻¹; gives how far the middle moves, pixels.
    func apply(to found: inout ReferencePatches.Alignment) -> Float {
        let a = SIMD2(1 + across.x, across.y)
        let b = SIMD2(down.x, 1 + down.y)
        let scale = 1 / (a.x * b.y - b.x * a.y)
        let inverse = (SIMD2(b.y, -a.y) * scale, SIMD2(-b.x, a.x) * scale)
        let columns = found.patch.columns
        func along(_ v: SIMD2<Float>) -> SIMD2<Float> { columns.0 * v.x + columns.1 * v.y }
        let move = along(inverse.0 * shift.x + inverse.1 * shift.y)
        found.pixel -= move
        found.patch.columns = (along(inverse.0), along(inverse.1))
        return (move * move).sum().squareRoot()
    }
}
