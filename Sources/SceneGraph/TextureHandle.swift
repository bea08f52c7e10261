/// Names a texture of one scene.
public struct TextureHandle: Hashable, Sendable {
    /// The texture's place among the scene's textures.
    public let index: Int32
}
