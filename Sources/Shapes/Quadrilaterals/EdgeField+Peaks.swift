extension EdgeField {
    /// Which of eight pixels from one on are at least so strong and the strongest across their edge, a bit each.
    @inline(__always)
    func peaks(at first: Int, threshold: Float) -> UInt32 {
        let here = eight(strength + first)
        let strong = here .>= threshold
        // Most pixels lie in flat places.
        guard any(strong) else { return 0 }
        let (x, y) = (eight(gradientX + first), eight(gradientY + first))
        let isLevel = (x * x) .>= (y * y)
        let before = eight(strength + first - width).replacing(with: eight(strength + first - 1), where: isLevel)
        let after = eight(strength + first + width).replacing(with: eight(strength + first + 1), where: isLevel)
        let isPeak = strong .& (here .> before) .& (here .>= after)
        let bits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
        return SIMD8<UInt32>.zero.replacing(with: bits, where: isPeak).wrappedSum()
    }

    @inline(__always)
    private func eight(_ values: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
    }

    @inline(__always)
    private func eight(_ values: UnsafeMutablePointer<Int16>) -> SIMD8<Float> {
        Self.floats(UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Int16>.self))
    }
}
