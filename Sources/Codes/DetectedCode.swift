import Geometry

/// The content of a code.
public enum CodeContent: Equatable, Sendable {
    /// A QR code.
    case qr(QRContent)
    /// An AprilTag of the family 36h11: its number, and how many of its 36 bits were read wrong and corrected.
    case aprilTag36h11(id: Int, correctedBits: Int)
}

/// The four corners of a square code in an image, pixels, in the order of the upright code.
public struct CodeCorners: Equatable, Sendable {
    /// The upper left corner of the upright code.
    public var topLeft: Vector2
    /// The upper right corner.
    public var topRight: Vector2
    /// The lower right corner.
    public var bottomRight: Vector2
    /// The lower left corner.
    public var bottomLeft: Vector2

    /// Four corners, clockwise in the upright code.
    public init(topLeft: Vector2, topRight: Vector2, bottomRight: Vector2, bottomLeft: Vector2) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
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

    /// The centre: the mean of the corners.
    public var middle: Vector2 { (topLeft + topRight + bottomRight + bottomLeft) / 4 }

    /// The mean length of the four sides, pixels.
    public var meanSide: Double {
        (0..<4).reduce(0) { $0 + (self[$1 + 1] - self[$1]).length } / 4
    }
}

/// A code that was detected and read in an image.
public struct DetectedCode: Equatable, Sendable {
    /// Its content.
    public var content: CodeContent
    /// The corners of its dark square: the outer edges of a QR code's modules, of an AprilTag's black border.
    public var corners: CodeCorners
    /// The standard deviation of a corner in x and in y, pixels.
    public var cornerSigma: Double
    /// Whether the image shows the code mirrored; the corners then run counterclockwise.
    public var isMirrored: Bool
    /// Whether the code is light on a dark background.
    public var isLightOnDark: Bool
}
