/// How one face of a body is painted and lit.
struct RenderFace {
    /// The index of its texture.
    var texture: Int
    /// What the texture is multiplied with, linear light.
    var tint: SIMD4<Float>
    /// Texture coordinates a metre.
    var scale: SIMD2<Float>
    /// Texels a metre of the finest level, for choosing the level.
    var texelsPerMetre: Float
    /// Whether it gives light itself.
    var isGlowing: Bool
    /// Where its light map begins, and its size in nodes.
    var lightOffset = 0
    var lightWidth = 0
    var lightHeight = 0
    /// The face's size, metres.
    var size: SIMD2<Float>
}
