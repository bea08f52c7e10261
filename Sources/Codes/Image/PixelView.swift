import Geometry

/// The pixels of an image, not owned; a pixel's gray is that at its middle, (0.5, 0.5) for the first.
struct PixelView {
    let base: UnsafePointer<UInt8>
    let width: Int
    let height: Int

    /// The gray at a position, interpolated between the four pixels around it; nil outside the image.
    @inline(__always)
    func gray(at place: Vector2) -> Float? {
        let x = place.x - 0.5
        let y = place.y - 0.5
        guard x > -0.5, y > -0.5, x < Double(width) - 0.5, y < Double(height) - 0.5 else { return nil }
        let clampedX = max(0, min(x, Double(width - 1)))
        let clampedY = max(0, min(y, Double(height - 1)))
        let column = min(Int(clampedX), max(0, width - 2))
        let row = min(Int(clampedY), max(0, height - 2))
        let fx = Float(clampedX - Double(column))
        let fy = Float(clampedY - Double(row))
        let right = width > 1 ? 1 : 0
        let below = height > 1 ? width : 0
        let at = base + row * width + column
        let top = Float(at[0]) + (Float(at[right]) - Float(at[0])) * fx
        let bottom = Float(at[below]) + (Float(at[below + right]) - Float(at[below])) * fx
        return top + (bottom - top) * fy
    }
}
