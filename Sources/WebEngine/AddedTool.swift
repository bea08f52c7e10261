import SceneGraph
import WorldTracking

/// A tool that another module adds to a session, so that pages without it do not load its code.
open class AddedTool {
    /// A tool that draws nothing.
    public init() {}

    /// Updates the scene to the tool's state at a frame; hides the tool's nodes if `isShown` is false.
    open func draw(_ frame: Frame, in world: World, isShown: Bool, _ scene: inout Scene) {}
}
