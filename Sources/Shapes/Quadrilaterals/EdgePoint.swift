/// A point on a thin edge, at sub-pixel accuracy.
struct EdgePoint {
    /// Where it is, in pixels of the working picture with lines made straight.
    var position: SIMD2<Float>
    /// The direction from dark to bright, of length 1.
    var direction: SIMD2<Float>
    /// Length of the gradient there.
    var strength: Float
    /// Which pixel of the picture it was found in.
    var pixel: Int32
}
