/// The texture and light of one face of a body.
struct RenderFace {
    /// The index of its texture.
    let texture: Int
    /// The factor on the texture, linear light.
    let tint: SIMD4<Float>
    /// Texture coordinates per metre.
    let scale: SIMD2<Float>
    /// Texels per metre of the finest level, to choose the level.
    let texelsPerMetre: Float
    /// Whether it emits light.
    let isGlowing: Bool
    /// The offset of its light map, and its size in nodes.
    var lightOffset = 0
    var lightWidth = 0
    var lightHeight = 0
    /// The face's size, metres.
    let size: SIMD2<Float>
}
