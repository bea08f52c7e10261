/// Four numbers, one a side of a quadrilateral.
extension SIMD4<Float> {
    /// The least of the four.
    @inline(__always)
    var least: Float { Swift.min(Swift.min(x, y), Swift.min(z, w)) }

    /// Each side's follower in its place.
    @inline(__always)
    var turned: SIMD4<Float> { SIMD4(y, z, w, x) }
}
