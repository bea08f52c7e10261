/// 256 comparisons of brightness around a corner: tells whether two pictures show the same place.
///
/// Compared by the number of bits that differ; two looks at one place differ in some 30 to 60, strangers in some 128.
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
