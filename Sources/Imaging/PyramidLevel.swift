/// One level of an `ImagePyramid`: a gray image with a border of repeated edge pixels, accessed through a pointer.
///
/// Valid as long as its pyramid lives. Columns `-border ..< width + border` and rows `-border ..< height + border` may
/// be read.
public struct PyramidLevel {
    /// The width of the border around the image, pixels; no kernel may read farther.
    public static let border = 24

    /// The image's first pixel.
    public let origin: UnsafeMutablePointer<UInt8>
    /// Width in pixels, without the border.
    public let width: Int
    /// Height in pixels, without the border.
    public let height: Int
    /// Bytes from a row to the next.
    public let bytesPerRow: Int

    /// The first pixel of a row; rows of the border count too.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { origin + y * bytesPerRow }

    /// The bilinearly interpolated brightness; a point outside the image gets the nearest edge.
    ///
    /// The first pixel's centre is at (0.5, 0.5).
    public func sample(at point: SIMD2<Float>) -> Float {
        let x = Swift.min(Swift.max(point.x - 0.5, 0), Float(width - 1))
        let y = Swift.min(Swift.max(point.y - 0.5, 0), Float(height - 1))
        let column = Int(x)
        let upper = row(Int(y)) + column
        let lower = upper + bytesPerRow
        let fx = x - Float(column)
        let fy = y - Float(Int(y))
        let (a, b) = (PixelRow.raised(upper[0]) - 0x1p23, PixelRow.raised(upper[1]) - 0x1p23)
        let (c, d) = (PixelRow.raised(lower[0]) - 0x1p23, PixelRow.raised(lower[1]) - 0x1p23)
        let top = a + fx * (b - a)
        let bottom = c + fx * (d - c)
        return top + fy * (bottom - top)
    }

    /// Repeats the edge pixels into the border.
    func fillBorder() {
        let border = Self.border
        for y in 0..<height {
            let line = row(y)
            Self.fill(line - border, with: line[0])
            Self.fill(line + width, with: line[width - 1])
        }
        let first = UnsafeMutableRawPointer(row(0) - border)
        let last = UnsafeMutableRawPointer(row(height - 1) - border)
        for y in 1...border {
            (first - y * bytesPerRow).copyMemory(from: first, byteCount: bytesPerRow)
            (last + y * bytesPerRow).copyMemory(from: last, byteCount: bytesPerRow)
        }
    }

    /// Fills the border's width with one shade: three words of eight.
    private static func fill(_ start: UnsafeMutablePointer<UInt8>, with shade: UInt8) {
        let word = UInt64(shade) &* 0x0101_0101_0101_0101
        let raw = UnsafeMutableRawPointer(start)
        for offset in stride(from: 0, to: border, by: 8) {
            raw.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        }
    }
}
