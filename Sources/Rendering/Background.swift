import SceneGraph

/// What is behind the scene.
public enum Background: Equatable, Sendable {
    /// The camera's picture; black where none was given.
    case picture
    /// One colour.
    case color(Color)
    /// Nothing: the picture that is made can be laid over another.
    case transparent
}
