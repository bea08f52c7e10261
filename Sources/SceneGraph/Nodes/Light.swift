import Geometry

/// A light in a scene.
public enum Light: Equatable, Sendable {
    /// Light from everywhere; `intensity` 1 is a well-lit room.
    case ambient(Color, intensity: Double)
    /// Parallel light along the node's −Z axis; its shadow, if it throws one.
    case directional(Color, intensity: Double, shadow: Shadow?)
}

/// How a light's shadow looks.
public struct Shadow: Equatable, Sendable {
    /// How far the shadow's edge spreads for something 1 m from where it falls, metres: the light's angular width.
    public var softness: Double
    /// 1 takes all of this light away, 0 nothing.
    public var strength: Double
    /// The side of the depth map in pixels, a power of two.
    public var mapSize: Int

    /// A shadow; the defaults are those of a large window.
    public init(softness: Double = 0.35, strength: Double = 0.9, mapSize: Int = 512) {
        self.softness = softness
        self.strength = strength
        self.mapSize = mapSize
    }
}
