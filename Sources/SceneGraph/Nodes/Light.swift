import Geometry

/// A light in a scene.
public enum Light: Equatable, Sendable {
    /// Light from all directions; `intensity` 1 is a well-lit room.
    case ambient(Color, intensity: Double)
    /// Parallel light along the node's −Z axis, with an optional shadow.
    case directional(Color, intensity: Double, shadow: Shadow?)
}

/// The shadow of a light.
public struct Shadow: Equatable, Sendable {
    /// The width of the shadow's edge at 1 m from the object that casts it, metres: the light's angular width.
    public var softness: Double
    /// The part of this light that the shadow removes, 0…1.
    public var strength: Double
    /// The side of the shadow map in pixels, a power of two.
    public var mapSize: Int

    /// Creates a shadow; the defaults are those of a large window.
    public init(softness: Double = 0.35, strength: Double = 0.9, mapSize: Int = 512) {
        self.softness = softness
        self.strength = strength
        self.mapSize = mapSize
    }
}
