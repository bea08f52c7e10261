/// A point of the image that is tracked.
public struct TrackedFeature: Equatable, Sendable {
    /// Unique over the tracker's life, never reused.
    public var identifier: Int32
    /// Its position in the original (distorted) image; the first pixel's centre is at (0.5, 0.5).
    public var pixel: SIMD2<Float>
    /// The number of images through which it was tracked; 0 for a new one.
    public var age: Int32

    /// Creates a feature.
    public init(identifier: Int32, pixel: SIMD2<Float>, age: Int32 = 0) {
        self.identifier = identifier
        self.pixel = pixel
        self.age = age
    }
}
