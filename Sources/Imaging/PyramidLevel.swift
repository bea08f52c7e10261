/// One level of an `ImagePyramid`: a gray picture with a border of repeated edge pixels, seen through a pointer.
///
/// Valid as long as its pyramid lives. Columns `-border ..< width + border` and rows `-border ..< height + border` may be read.
public struct PyramidLevel {
    /// Width of the border around the picture, pixels; no kernel may reach further.
    public static let border = 24

    /// The picture's first pixel.
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

    /// Brightness between the pixels, bilinear; a point outside the picture gets the nearest edge.
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
        let top = Float(upper[0]) + fx * (Float(upper[1]) - Float(upper[0]))
        let bottom = Float(lower[0]) + fx * (Float(lower[1]) - Float(lower[0]))
        return top + fy * (bottom - top)
    }

    /// Repeats the edge pixels into the border.
    func fillBorder() {
        let border = Self.border
        for y in 0..<height {
            let line = row(y)
            (line - border).update(repeating: line[0], count: border)
            (line + width).update(repeating: line[width - 1], count: border)
        }
        let first = row(0) - border
        let last = row(height - 1) - border
        for y in 1...border {
            (first - y * bytesPerRow).update(from: first, count: bytesPerRow)
            (last + y * bytesPerRow).update(from: last, count: bytesPerRow)
        }
    }
}
