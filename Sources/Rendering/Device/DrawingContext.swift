import CGLES

/// A target to draw on without a window: an EGL context natively, an off-screen or given canvas in a browser.
///
/// Belongs to the thread that made it.
public final class DrawingContext {
    private let number: Int32

    /// A context, current on this thread.
    public init() throws(RenderingError) {
        number = sightlineContextCreate()
        guard number > 0 else { throw .noContext }
    }

    /// Makes this context the one that is drawn with on this thread.
    public func makeCurrent() throws(RenderingError) {
        guard sightlineContextMakeCurrent(number) != 0 else { throw .noContext }
    }

    deinit { sightlineContextDestroy(number) }
}

/// What can go wrong between the renderer and the system's OpenGL ES.
public enum RenderingError: Error, Sendable {
    /// The system offers no OpenGL ES 3.0 (natively: EGL with Mesa or a driver; in a browser: WebGL 2).
    case noContext
    /// A shader was refused; the compiler's words.
    case shaderRefused(String)
    /// The system cannot draw into an image of this size, pixels.
    case sizeRefused(width: Int, height: Int)
}
