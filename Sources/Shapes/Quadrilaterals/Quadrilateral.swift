import Geometry

/// Four corners that look like a rectangle seen in perspective.
public struct Quadrilateral: Equatable, Sendable {
    /// The corner nearest the image's top left, pixels; the corners are in clockwise order as seen.
    ///
    /// A corner may lie outside the image.
    public var topLeft: Vector2
    /// The second corner.
    public var topRight: Vector2
    /// The third corner.
    public var bottomRight: Vector2
    /// The fourth corner.
    public var bottomLeft: Vector2
    /// How likely the four corners are right, 0…1.
    public var confidence: Double

    /// Creates a quadrilateral.
    public init(
        topLeft: Vector2,
        topRight: Vector2,
        bottomRight: Vector2,
        bottomLeft: Vector2,
        confidence: Double
    ) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
        self.confidence = confidence
    }

    /// The corner with an index 0…3, clockwise from the top left.
    public subscript(corner: Int) -> Vector2 {
        switch corner & 3 {
        case 0: topLeft
        case 1: topRight
        case 2: bottomRight
        default: bottomLeft
        }
    }
}
