import Geometry

/// What a person means who aims near it: a thing's corner or straight edge, found in the image to a fraction of a
/// pixel.
public enum AimedFeature: Equatable, Sendable {
    /// Where two straight edges end in each other, pixels.
    case corner(Vector2)
    /// The point of a straight edge that is nearest to the aim, pixels, and the edge's direction, of length 1.
    case edge(Vector2, direction: Vector2)

    /// Where it is, pixels.
    public var pixel: Vector2 {
        switch self {
        case .corner(let pixel), .edge(let pixel, _): pixel
        }
    }
}
