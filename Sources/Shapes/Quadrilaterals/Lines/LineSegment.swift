/// A straight piece of an edge.
struct LineSegment {
    var centre: SIMD2<Float>
    /// The direction of the line, of length 1.
    var direction: SIMD2<Float>
    /// The start and end of the piece along `direction`, measured from `centre`.
    var start: Float
    var end: Float
    /// The sums of its points relative to the middle of the image.
    var moments: LineMoments
    /// The edge length on the line, pixels.
    var support: Float
    /// Sum over its pieces of their support to the power of 1.5: long pieces count for more than many short ones.
    var weight: Float
    /// The same sum, each piece times the mean strength of its points: short clear edges count for more than long faint
    /// ones.
    var clearWeight: Float = 0
    /// The brightness change along `normal`, mean of its points' unit gradients: about −1 or 1.
    var brightening: Float = 0

    var length: Float { end - start }
    /// Across the line, to the left of `direction` as the image is seen (y down).
    var normal: SIMD2<Float> { SIMD2(direction.y, -direction.x) }
    func point(at t: Float) -> SIMD2<Float> { centre + direction * t }
    func distance(of point: SIMD2<Float>) -> Float { ((point - centre) * normal).sum() }
    func parameter(of point: SIMD2<Float>) -> Float { ((point - centre) * direction).sum() }
}
