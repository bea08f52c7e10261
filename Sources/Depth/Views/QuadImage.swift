/// A gray image whose every pixel is stored with its right, lower and lower-right neighbours in one word.
///
/// A bilinear sample then needs one load. The pixel is in the lowest byte, then the right one, then the two below; the
/// last column and the last row repeat themselves.
final class QuadImage {
    let width: Int
    let height: Int
    /// The words, row by row without padding.
    let words: UnsafeMutablePointer<UInt32>

    /// An image of its pixels, `width * height` bytes.
    init(pixels: UnsafePointer<UInt8>, width: Int, height: Int) {
        precondition(width > 0 && height > 0, "an image has pixels")
        self.width = width
        self.height = height
        words = .allocate(capacity: width * height)
        for y in 0..<height {
            let upper = pixels + y * width
            let lower = pixels + min(y + 1, height - 1) * width
            let out = words + y * width
            for x in 0..<width {
                let next = min(x + 1, width - 1)
                let top = UInt32(upper[x]) | UInt32(upper[next]) << 8
                out[x] = top | UInt32(lower[x]) << 16 | UInt32(lower[next]) << 24
            }
        }
    }

    deinit { words.deallocate() }

    /// The shade of a pixel.
    @inline(__always)
    func shade(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: words[y * width + x]) }

    /// How the shades change across and down at a pixel that is not at the border, per pixel.
    @inline(__always)
    func gradient(_ x: Int, _ y: Int) -> SIMD2<Float> {
        SIMD2(
            Float(shade(x + 1, y)) - Float(shade(x - 1, y)),
            Float(shade(x, y + 1)) - Float(shade(x, y - 1))
        ) / 2
    }

    /// The shade between four pixels; nil beyond the image.
    @inline(__always)
    func shade(at place: SIMD2<Float>) -> Float? {
        guard place.x >= 0, place.y >= 0, place.x < Float(width - 1), place.y < Float(height - 1) else { return nil }
        let (x, y) = (Int(place.x), Int(place.y))
        let word = words[y * width + x]
        let (across, down) = (place.x - Float(x), place.y - Float(y))
        let top = Float(word & 255) * (1 - across) + Float(word >> 8 & 255) * across
        let bottom = Float(word >> 16 & 255) * (1 - across) + Float(word >> 24) * across
        return top + (bottom - top) * down
    }
}
