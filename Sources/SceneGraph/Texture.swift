import Imaging

/// A picture that materials show.
public struct Texture: Sendable {
    /// Where the pixels are.
    public enum Content: Sendable {
        /// Pixels in memory, sRGB, alpha not multiplied in.
        case image(ColorImage)
        /// A texture the host fills itself, such as a browser's video, by its OpenGL name.
        case external(name: UInt32)
    }

    /// Where the pixels are; a change raises `revision`.
    public var content: Content { didSet { revision &+= 1 } }
    /// Whether the picture repeats beyond its edge instead of ending there.
    public var isRepeating: Bool
    /// Counts the changes, so that the renderer knows when to send it again.
    public private(set) var revision: Int32 = 0

    /// A texture of its content.
    public init(_ content: Content, isRepeating: Bool = false) {
        self.content = content
        self.isRepeating = isRepeating
    }
}
