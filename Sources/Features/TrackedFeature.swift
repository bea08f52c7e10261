/// A point of the image that is being followed.
public struct TrackedFeature: Equatable, Sendable {
    /// Unique over the tracker's life, never reused.
    public var identifier: Int32
    /// Where it is in the original image (distorted); the first pixel's centre is at (0.5, 0.5).
    public var pixel: SIMD2<Float>
    /// Number of images it has been followed through; 0 when new.
    public var age: Int32

    /// A feature of its parts.
    public init(identifier: Int32, pixel: SIMD2<Float>, age: Int32 = 0) {
        self.identifier = identifier
        self.pixel = pixel
        self.age = age
    }
}
