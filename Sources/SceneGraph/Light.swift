import Geometry

/// A light in a scene.
public enum Light: Equatable, Sendable {
    /// Light from everywhere; `intensity` 1 is a well-lit room.
    case ambient(Color, intensity: Double)
    /// Parallel light along the node's −Z axis; its shadow, if it throws one.
    case directional(Color, intensity: Double, shadow: Shadow?)
}
