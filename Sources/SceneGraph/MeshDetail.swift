/// How finely a round shape is made of triangles.
public enum MeshDetail: Int, CaseIterable, Sendable {
    /// For what takes few pixels, and for shadows of that.
    case tiny
    /// For what is small on the screen, and for shadows.
    case coarse
    /// For most things.
    case medium
    /// For what fills the screen, and for files.
    case fine
}
