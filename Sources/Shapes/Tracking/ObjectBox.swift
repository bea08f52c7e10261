/// A box in an image's pixels.
public struct ObjectBox: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// Width in pixels.
    public var width: Double
    /// Height in pixels.
    public var height: Double

    /// A box of its upper left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether its numbers are finite and no larger than those of any image.
    var isPlausible: Bool { [x, y, width, height].allSatisfy { abs($0) <= 1e6 } }
}
