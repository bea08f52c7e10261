/// 256 comparisons of brightness around a corner, to decide whether two images show the same point.
///
/// The distance is the number of different bits: 30 to 60 for one point, about 128 for different points.
public struct BinaryDescriptor: Equatable, Sendable {
    /// The bits.
    public var words: SIMD4<UInt64>

    /// Creates a descriptor from its bits.
    @inlinable
    public init(words: SIMD4<UInt64>) { self.words = words }

    /// The Hamming distance, 0…256.
    @inlinable
    public func distance(to other: BinaryDescriptor) -> Int {
        let difference = words ^ other.words
        return difference.x.nonzeroBitCount + difference.y.nonzeroBitCount
            + difference.z.nonzeroBitCount + difference.w.nonzeroBitCount
    }
}

/// A corner with the descriptor of its surroundings.
public struct DescribedCorner: Equatable, Sendable {
    /// Its position, pixels of the full image; the first pixel's centre is at (0.5, 0.5).
    public var pixel: SIMD2<Float>
    /// The descriptor of its surroundings.
    public var descriptor: BinaryDescriptor
    /// Pixels of the full image per pixel of the described image, along a side.
    public var scale: Float
}
