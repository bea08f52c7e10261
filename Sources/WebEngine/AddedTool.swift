import SceneGraph
import WorldTracking

/// A tool that a module beside this one adds to a session, so that pages without it do not load its code.
open class AddedTool {
    /// A tool that draws nothing.
    public init() {}

    /// Brings the scene to the tool's state at a frame; hides what is the tool's where `isShown` is false.
    open func draw(_ frame: Frame, in world: World, isShown: Bool, _ scene: inout Scene) {}
}
