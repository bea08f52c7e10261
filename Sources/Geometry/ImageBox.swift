/// A rectangle in an image, its sides parallel to the image's, in pixels.
public struct ImageBox: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// From the left edge to the right one.
    public var width: Double
    /// From the upper edge to the lower one.
    public var height: Double

    /// A box of its upper left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The centre, pixels.
    public var centre: Vector2 { Vector2(x + width / 2, y + height / 2) }

    /// The area in common over the area of both (intersection over union), 0…1.
    public func overlap(_ other: ImageBox) -> Double {
        let w = min(x + width, other.x + other.width) - max(x, other.x)
        let h = min(y + height, other.y + other.height) - max(y, other.y)
        guard w > 0, h > 0 else { return 0 }
        return w * h / (width * height + other.width * other.height - w * h)
    }
}
