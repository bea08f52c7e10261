/// Samples a partner's image where it shows the reference's pixels, eight pixels at a time.
struct Warping {
    private let words: UnsafeMutablePointer<UInt32>
    private let stride: Float
    private let right: Float
    private let bottom: Float
    private let margin: Float

    /// `margin` is how far inside the image a place must lie, pixels.
    init(_ image: QuadImage, margin: Float) {
        self.margin = margin
        words = image.words
        stride = Float(image.width)
        right = Float(image.width - 1)
        bottom = Float(image.height - 1)
    }

    /// Shades at h.xy / h.z, and 1 if the place is inside the image, 0 otherwise.
    @inline(__always)
    func sample(_ hx: Lanes, _ hy: Lanes, _ hz: Lanes) -> (shade: Lanes, inside: Lanes) {
        let inverse = 1 / Lanes.larger(hz, Lanes(repeating: 1e-3))
        let (u, v) = (hx * inverse, hy * inverse)
        let isInside =
            (u .>= margin) .& (u .<= right - margin) .& (v .>= margin) .& (v .<= bottom - margin)
            .& (hz .> 1e-3)
        let x = Lanes.smaller(Lanes.larger(u, .zero), Lanes(repeating: right))
        let y = Lanes.smaller(Lanes.larger(v, .zero), Lanes(repeating: bottom))
        // The nearest number below, by rounding half a pixel further back.
        let column = Lanes.larger((x - 0.5 + 0x1p23) - 0x1p23, .zero)
        let row = Lanes.larger((y - 0.5 + 0x1p23) - 0x1p23, .zero)
        let (fx, fy) = (x - column, y - row)
        let index = unsafeBitCast(row * stride + column + 0x1p23, to: SIMD8<UInt32>.self) & 0x7F_FFFF
        let w = SIMD8<UInt32>(
            words[Int(index[0])],
            words[Int(index[1])],
            words[Int(index[2])],
            words[Int(index[3])],
            words[Int(index[4])],
            words[Int(index[5])],
            words[Int(index[6])],
            words[Int(index[7])]
        )
        let (a, b) = (Self.raised(w & 255), Self.raised((w &>> 8) & 255))
        let (c, d) = (Self.raised((w &>> 16) & 255), Self.raised(w &>> 24))
        let top = a - 0x1p23 + fx * (b - a)
        let below = c - 0x1p23 + fx * (d - c)
        let inside = Lanes.zero.replacing(with: 1, where: isInside)
        return (top + fy * (below - top), inside)
    }

    /// 2²³ and a byte: its bits are the last of the significand.
    @inline(__always)
    private static func raised(_ byte: SIMD8<UInt32>) -> Lanes { unsafeBitCast(byte | 0x4B00_0000, to: Lanes.self) }
}
