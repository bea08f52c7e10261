/// A corner with what its surroundings look like.
public struct DescribedCorner: Equatable, Sendable {
    /// Where it is, pixels of the full picture; the first pixel's centre is at (0.5, 0.5).
    public var pixel: SIMD2<Float>
    /// What its surroundings look like.
    public var descriptor: BinaryDescriptor
    /// How many pixels of the full picture one pixel of the described one spans.
    public var scale: Float
}
