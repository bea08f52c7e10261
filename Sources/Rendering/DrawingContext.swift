import CGLES

/// A place to draw without a window: an EGL context natively, an off-screen or given canvas in a browser.
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
