/// Where a picture is drawn.
public enum Destination: Sendable {
    /// Into a picture of the renderer's own, to be read.
    case memory
    /// Onto the canvas of the context, the view in its lower left corner: in a browser, where a context has one.
    case canvas
}
