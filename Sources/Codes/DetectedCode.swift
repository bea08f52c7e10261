import Geometry

/// What a code says.
public enum CodeContent: Equatable, Sendable {
    /// A QR code.
    case qr(QRContent)
    /// An AprilTag of the family 36h11: its number, and how many of its 36 bits were read wrong and corrected.
    case aprilTag36h11(id: Int, correctedBits: Int)
}

/// The four corners of a square code in an image, pixels, in the order in which the upright code shows them.
public struct CodeCorners: Equatable, Sendable {
    /// The upper left corner of the upright code.
    public var topLeft: Vector2
    /// The upper right corner.
    public var topRight: Vector2
    /// The lower right corner.
    public var bottomRight: Vector2
    /// The lower left corner.
    public var bottomLeft: Vector2

    /// Four corners, clockwise as the upright code shows them.
    public init(topLeft: Vector2, topRight: Vector2, bottomRight: Vector2, bottomLeft: Vector2) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The corner of a number 0…3, clockwise from the top left.
    public subscript(corner: Int) -> Vector2 {
        switch corner & 3 {
        case 0: topLeft
        case 1: topRight
        case 2: bottomRight
        default: bottomLeft
        }
    }

    /// The mean of the corners.
    public var middle: Vector2 { (topLeft + topRight + bottomRight + bottomLeft) / 4 }

    /// The mean length of the four sides, pixels.
    public var meanSide: Double {
        (0..<4).reduce(0) { $0 + (self[$1 + 1] - self[$1]).length } / 4
    }
}

/// A code that was found and read in an image.
public struct DetectedCode: Equatable, Sendable {
    /// What it says.
    public var content: CodeContent
    /// Where its dark square ends: the outer edges of a QR code's modules, of an AprilTag's black border.
    public var corners: CodeCorners
    /// The standard deviation of a corner in x and in y, pixels.
    public var cornerSigma: Double
    /// Whether the image shows the code mirrored; the corners then run counterclockwise.
    public var isMirrored: Bool
    /// Whether the code is light on a dark ground.
    public var isLightOnDark: Bool
}
