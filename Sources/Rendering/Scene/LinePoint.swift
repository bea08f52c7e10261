/// A point of a line as the line shader reads it.
struct LinePoint: Equatable, BitwiseCopyable {
    /// The position in the world; half the thickness in metres, or in pixels; below zero no piece starts or ends here.
    var position: SIMD4<Float>
    /// sRGB and opacity, a byte each.
    var color: UInt32
    /// The way along the line so far, metres.
    var distance: Float
    /// The length of a dash, metres; 0 is a whole line.
    var dash: Float
    /// 1 for metres or 2 for pixels; a half more shades it like a pipe.
    var kind: Float
}
