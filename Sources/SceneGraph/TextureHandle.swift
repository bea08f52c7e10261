/// Names a texture of one scene.
public struct TextureHandle: Hashable, Sendable {
    /// The texture's place among the scene's textures.
    public let index: Int32

    /// A handle of a place.
    public init(index: Int32) { self.index = index }
}
