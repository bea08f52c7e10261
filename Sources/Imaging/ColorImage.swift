/// A colour image of four bytes per pixel, red, green, blue, alpha; rows from the top, without padding.
public struct ColorImage: Equatable, Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// The bytes, row by row: `width * height * 4`.
    public var bytes: [UInt8]

    /// Creates an image; the number of bytes must be `width * height * 4`.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && bytes.count == width * height * 4, "bytes must fill the image")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The image in gray; see `GrayConversion`.
    public var gray: GrayImage {
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { gray, count in
            bytes.withUnsafeBufferPointer { color in
                guard let from = color.baseAddress, let to = gray.baseAddress else { return }
                GrayConversion.convert(color: from, count: width * height, gray: to)
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }
}
