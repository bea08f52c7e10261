/// A stretch of a line and what is seen of it.
struct LineStretch {
    /// In the order of `LinePosition`.
    let sums: SIMD8<Float>

    /// Length, pixels.
    @inline(__always)
    var length: Float { sums[0] }
    /// Length in the image, pixels.
    @inline(__always)
    var inside: Float { sums[1] }
    /// Length of edge that grows brighter along the line's normal, pixels.
    @inline(__always)
    var brighter: Float { sums[2] }
    /// Length of edge that grows darker, pixels.
    @inline(__always)
    var darker: Float { sums[3] }

    /// Two stretches taken together.
    @inline(__always)
    static func + (one: LineStretch, other: LineStretch) -> LineStretch { LineStretch(sums: one.sums + other.sums) }

    /// How unlike in texture the two strips beside it are, 0 (alike) to 1.
    @inline(__always)
    var textureContrast: Float {
        guard inside > 0 else { return 0 }
        let ahead = sums[4] / inside
        let behind = sums[5] / inside
        return abs(ahead - behind) / (max(ahead, behind) + 2)
    }
}
