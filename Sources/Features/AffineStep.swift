/// A small change of a patch's alignment: translation in pixels, and the columns of its affine part minus the identity.
struct AffineStep: Equatable {
    var shift: SIMD2<Float>
    var across: SIMD2<Float>
    var down: SIMD2<Float>

    /// Whether it is small and finite, as steps near the solution are.
    var isUsable: Bool {
        let sum = (shift * shift).sum() * 0.02 + (across * across).sum() + (down * down).sum()
        return sum < 0.5
    }

    /// Applies the inverse step to an alignment: W ← W ∘ step⁻¹; returns how far the centre moves, pixels.
    func apply(to found: inout ReferencePatches.Alignment) -> Float {
        let inverse = ReferencePatch.inverse(of: (SIMD2(1 + across.x, across.y), SIMD2(down.x, 1 + down.y)))
        let patch = found.patch
        let move = patch.along(inverse.0 * shift.x + inverse.1 * shift.y)
        found.pixel -= move
        found.patch.columns = (patch.along(inverse.0), patch.along(inverse.1))
        return (move * move).sum().squareRoot()
    }
}
