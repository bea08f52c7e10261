/// A rectangle in an image, its sides parallel to the image's, in pixels.
public struct ImageBox: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// A box from its upper left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The centre, pixels.
    public var centre: Vector2 { Vector2(x + width / 2, y + height / 2) }

    /// The intersection over union of two boxes, 0…1.
    public func overlap(_ other: ImageBox) -> Double {
        let w = min(x + width, other.x + other.width) - max(x, other.x)
        let h = min(y + height, other.y + other.height) - max(y, other.y)
        guard w > 0, h > 0 else { return 0 }
        return w * h / (width * height + other.width * other.height - w * h)
    }
}
