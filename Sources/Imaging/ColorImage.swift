/// A colour picture of four bytes a pixel, red, green, blue, alpha; rows from the top, without padding.
public struct ColorImage: Equatable, Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// The bytes, row by row: `width * height * 4`.
    public var bytes: [UInt8]

    /// A picture of its bytes; their number must be `width * height * 4`.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && bytes.count == width * height * 4, "bytes must fill the picture")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The picture in gray, by the luma weights of ITU-R BT.601 in 8-bit fixed point.
    public var gray: GrayImage {
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { gray, count in
            bytes.withUnsafeBufferPointer { color in
                for i in 0..<width * height {
                    let sum = 77 * UInt32(color[4 * i]) + 150 * UInt32(color[4 * i + 1]) + 29 * UInt32(color[4 * i + 2])
                    gray[i] = UInt8(truncatingIfNeeded: (sum + 128) >> 8)
                }
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }
}
