/// A letter or a panel as the text shader reads it.
struct TextQuad: Equatable, BitwiseCopyable {
    /// The lower left corner in the world; 1 for a panel.
    var origin: SIMD4<Float>
    /// The lower edge.
    var right: SIMD4<Float>
    /// The left edge.
    var up: SIMD4<Float>
    /// A letter's corners in the texture, or a panel's half size and its corners' radius.
    var rectangle: SIMD4<Float>
    /// sRGB and opacity.
    var color: SIMD4<Float>
}
