import Imaging

/// An image that materials show.
public struct Texture: Sendable {
    /// Where the pixels are.
    public enum Content: Sendable {
        /// Pixels in memory, sRGB, alpha not multiplied in.
        case image(ColorImage)
        /// A texture the host fills itself, such as a browser's video, by its OpenGL name.
        case external(name: UInt32)
    }

    /// Where the pixels are.
    public var content: Content
    /// Whether the image repeats beyond its edge instead of ending there.
    public var isRepeating: Bool

    /// A texture of its content.
    public init(_ content: Content, isRepeating: Bool = false) {
        self.content = content
        self.isRepeating = isRepeating
    }
}

/// Names a texture of one scene.
public struct TextureHandle: Hashable, Sendable {
    /// The texture's place among the scene's textures.
    public let index: Int32

    /// A handle of a place.
    public init(index: Int32) { self.index = index }
}
