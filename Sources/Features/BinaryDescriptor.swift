/// 256 comparisons of brightness around a corner, to decide whether two images show the same point.
///
/// Compared by the number of bits that differ: 30 to 60 for one point, about 128 for different points.
public struct BinaryDescriptor: Equatable, Sendable {
    /// The bits.
    public var words: SIMD4<UInt64>

    /// A descriptor of its bits.
    @inlinable
    public init(words: SIMD4<UInt64>) { self.words = words }

    /// How many bits differ, 0…256.
    @inlinable
    public func distance(to other: BinaryDescriptor) -> Int {
        let difference = words ^ other.words
        return difference.x.nonzeroBitCount + difference.y.nonzeroBitCount
            + difference.z.nonzeroBitCount + difference.w.nonzeroBitCount
    }
}

/// A corner with what its surroundings look like.
public struct DescribedCorner: Equatable, Sendable {
    /// Where it is, pixels of the full image; the first pixel's centre is at (0.5, 0.5).
    public var pixel: SIMD2<Float>
    /// What its surroundings look like.
    public var descriptor: BinaryDescriptor
    /// How many pixels of the full image one pixel of the described one spans.
    public var scale: Float
}
