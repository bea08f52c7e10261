import Imaging

/// An image for materials.
public struct Texture: Sendable {
    /// The source of the pixels.
    public enum Content: Sendable {
        /// Pixels in memory, sRGB, alpha not premultiplied.
        case image(ColorImage)
        /// A texture that the host fills, such as a browser's video, by its OpenGL name.
        case external(name: UInt32)
    }

    /// The source of the pixels.
    public var content: Content
    /// Whether the image repeats beyond its edges.
    public var isRepeating: Bool

    /// Creates a texture.
    public init(_ content: Content, isRepeating: Bool = false) {
        self.content = content
        self.isRepeating = isRepeating
    }
}

/// Identifies a texture of one scene.
public struct TextureHandle: Hashable, Sendable {
    /// The texture's index in the scene.
    public let index: Int32

    /// Creates a handle.
    public init(index: Int32) { self.index = index }
}
