/// A gray image of eight bits per pixel, rows from the top, without padding.
public struct GrayImage: Equatable, Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// The pixels, row by row: `width * height` bytes.
    public var pixels: [UInt8]

    /// Creates an image; the number of pixels must be `width * height`.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "pixels must fill the image")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// An image of one shade.
    public init(width: Int, height: Int, shade: UInt8 = 0) {
        self.init(width: width, height: height, pixels: [UInt8](repeating: shade, count: width * height))
    }

    /// The pixel at a column and a row, both from 0.
    @inlinable
    public subscript(x: Int, y: Int) -> UInt8 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}
