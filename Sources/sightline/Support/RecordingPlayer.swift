import Imaging
import SceneGraph
import WorldTracking

/// What a person does over a recording's frames, and what comes of it in the scene.
protocol RecordingPlayer {
    /// Does what is due at a frame.
    mutating func look(at frame: Frame, image: ColorImage?, in world: inout World)
    /// Updates a scene to a frame.
    mutating func show(_ frame: Frame, in world: World, scene: inout Scene)
    /// Throws if what was to be done could not be done in the whole recording.
    func finish() throws
}
