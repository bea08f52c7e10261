import Geometry

/// One of the three nested squares of a QR code, as an image shows it.
struct FinderPattern {
    /// The corners of its outer square, in order around it.
    var corners: [Vector2]
    /// The intersection of its diagonals.
    var middle: Vector2
    /// Pixels per module.
    var module: Double
    /// Whether its middle is light: the code is light on dark.
    var isLight: Bool
    /// The share of the rays that met three edges in the right ratio, 0…1.
    var support: Double

    /// The corners of a map of the image by a factor.
    func scaled(by factor: Double) -> FinderPattern {
        FinderPattern(
            corners: corners.map { $0 * factor },
            middle: middle * factor,
            module: module * factor,
            isLight: isLight,
            support: support
        )
    }
}
