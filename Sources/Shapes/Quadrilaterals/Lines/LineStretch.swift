/// A stretch of a line and its sums.
struct LineStretch {
    /// The sums in the order of `LinePosition`.
    let sums: SIMD8<Float>

    /// Length, pixels.
    @inline(__always)
    var length: Float { sums[0] }
    /// Length in the image, pixels.
    @inline(__always)
    var inside: Float { sums[1] }
    /// The edge length that becomes brighter along the line's normal, pixels.
    @inline(__always)
    var brighter: Float { sums[2] }
    /// The edge length that becomes darker, pixels.
    @inline(__always)
    var darker: Float { sums[3] }

    /// The sum of two stretches.
    @inline(__always)
    static func + (one: LineStretch, other: LineStretch) -> LineStretch { LineStretch(sums: one.sums + other.sums) }

    /// The texture difference between the two strips beside it, 0 (alike) to 1.
    @inline(__always)
    var textureContrast: Float {
        guard inside > 0 else { return 0 }
        let ahead = sums[4] / inside
        let behind = sums[5] / inside
        return abs(ahead - behind) / (max(ahead, behind) + 2)
    }
}
