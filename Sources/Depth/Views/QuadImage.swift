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
}
