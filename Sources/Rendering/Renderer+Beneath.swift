import CGLES
import SceneGraph

/// What lies behind everything is put beneath the finished picture, once a pixel instead of once for each of its samples.
///
/// T. Porter, T. Duff, "Compositing digital images", 1984: the picture that is drawn on nothing has colours with their alpha
/// multiplied in, and what lies beneath shows by the rest of the alpha. The result is that of drawing from the back to the front.
extension Renderer {
    /// Whether the shadows on real surfaces can lie beneath: nothing that is not drawn itself hides them.
    func canLayShadowsBeneath(_ background: Background) -> Bool {
        if case .color = background { return false }
        return list.occluderBatches.isEmpty
    }

    /// From here on what is drawn comes beneath what is there, in the picture that is read and shown.
    func beginBeneath() {
        target?.bindPlain()
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE_MINUS_DST_ALPHA), GLenum(GL_ONE))
    }
}
