/// A pattern that the renderer computes on a surface, sharp at any distance.
public enum Pattern: Equatable, Sendable {
    /// None: the material's own colour everywhere.
    case none
    /// Lines along both axes of the surface, metres apart and wide, over a faint fill of the material's colour.
    case grid(spacing: Double, lineWidth: Double)
    /// Dots on a square lattice, metres apart and across.
    case dots(spacing: Double, diameter: Double)
    /// A ring within the surface's shorter side; its width as a part of the radius.
    case ring(width: Double)
}
