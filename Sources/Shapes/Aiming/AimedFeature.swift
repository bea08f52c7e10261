import Geometry

/// The corner or straight edge that a person aims at, found in the image to a fraction of a pixel.
public enum AimedFeature: Equatable, Sendable {
    /// The intersection of two straight edges that both end there, pixels.
    case corner(Vector2)
    /// The point of a straight edge that is nearest to the aim, pixels, and the edge's direction, of length 1.
    case edge(Vector2, direction: Vector2)

    /// Its position, pixels.
    public var pixel: Vector2 {
        switch self {
        case .corner(let pixel), .edge(let pixel, _): pixel
        }
    }
}
