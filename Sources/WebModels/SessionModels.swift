import Experiences
import Imaging
import Models
import SceneGraph
import WebEngine
import WorldTracking

/// The models of one session: those in its world, and the one that was read to be placed.
final class SessionModels: AddedTool {
    /// A model that was read, with the images that the host has decoded.
    struct ReadModel {
        let model: Model
        var images: [ColorImage?]
    }

    /// The models in the session's world.
    var placing = Placing()
    /// The model that was read last.
    var read: ReadModel?
    private var scene: PlacingScene?

    override func draw(_ frame: Frame, in world: World, isShown: Bool, _ scene: inout Scene) {
        var shown = self.scene ?? PlacingScene(in: &scene)
        if isShown { shown.update(placing, frame, in: world, &scene) } else { shown.show(false, in: &scene) }
        self.scene = shown
    }
}
