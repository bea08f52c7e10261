/// A place worth following.
struct Corner: Equatable {
    /// Where it is, pixels of the full picture; the first pixel's centre is at (0.5, 0.5).
    var pixel: SIMD2<Float>
    /// Determinant over trace of the summed squared slopes, gray levels².
    var strength: Float
}
