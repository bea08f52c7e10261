import Geometry
import Surfaces

/// A surface, in the axes of its anchor: +Y along the normal, X and Z along the sides.
public struct PlaneAnchor: Equatable, Sendable {
    /// The plane's identifier among the surfaces.
    public var planeIdentifier: Int32
    /// How it lies against gravity.
    public var alignment: PlaneAlignment
    /// The middle in the anchor's axes, metres; the anchor itself stays where the plane was first found.
    public var center: Vector3
    /// The lengths along X and Z, metres.
    public var extent: Vector2
    /// The convex outline in the anchor's X and Z, metres.
    public var boundary: [Vector2]
    /// The standard deviation of the plane's place along its normal, metres.
    public var offsetSigma: Double
}
