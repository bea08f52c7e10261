/// What can go wrong between the renderer and the system's OpenGL ES.
public enum RenderingError: Error, Sendable {
    /// The system offers no OpenGL ES 3.0 (natively: EGL with Mesa or a driver; in a browser: WebGL 2).
    case noContext
    /// A shader was refused; the compiler's words.
    case shaderRefused(String)
    /// The system cannot draw into a picture of this size, pixels.
    case sizeRefused(width: Int, height: Int)
}
