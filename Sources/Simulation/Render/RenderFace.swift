/// How one face of a body is painted and lit.
struct RenderFace {
    /// The index of its texture.
    let texture: Int
    /// What the texture is multiplied with, linear light.
    let tint: SIMD4<Float>
    /// Texture coordinates a metre.
    let scale: SIMD2<Float>
    /// Texels a metre of the finest level, for choosing the level.
    let texelsPerMetre: Float
    /// Whether it gives light itself.
    let isGlowing: Bool
    /// Where its light map begins, and its size in nodes.
    var lightOffset = 0
    var lightWidth = 0
    var lightHeight = 0
    /// The face's size, metres.
    let size: SIMD2<Float>
}
