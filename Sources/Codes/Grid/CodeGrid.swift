import Geometry

/// The positions of a square code's modules in an image.
///
/// A position in modules is measured from the code's top left corner: the middle of the first module is (0.5, 0.5).
struct CodeGrid: Equatable, Sendable {
    /// Modules along a side.
    let size: Int
    /// From normalised coordinates, −1…1 over the code, to pixels.
    var homography: Homography
    /// The deviation from the homography, if any.
    var bend: GridBend?

    /// Normalised coordinates of a position in modules.
    @inline(__always)
    func normalized(_ place: Vector2) -> Vector2 { place * (2 / Double(size)) - 1 }

    /// The pixel of a position in modules.
    @inline(__always)
    func pixel(_ place: Vector2) -> Vector2 {
        let q = normalized(place)
        guard let bend else { return homography(q) }
        return homography(bend(q))
    }

    /// The least-squares grid through positions in modules and their pixels.
    static func fit(size: Int, places: [Vector2], pixels: [Vector2]) -> CodeGrid? {
        let points = places.map { $0 * (2 / Double(size)) - 1 }
        guard let homography = Homography.fit(points, to: pixels) else { return nil }
        return CodeGrid(size: size, homography: homography)
    }

    /// The code's four corners.
    var corners: CodeCorners {
        let side = Double(size)
        return CodeCorners(
            topLeft: pixel(.zero),
            topRight: pixel(Vector2(side, 0)),
            bottomRight: pixel(Vector2(side, side)),
            bottomLeft: pixel(Vector2(0, side))
        )
    }

    /// Whether the image shows the code mirrored.
    var isMirrored: Bool {
        let c = corners
        return cross(c.topRight - c.topLeft, c.bottomLeft - c.topLeft) < 0
    }
}
