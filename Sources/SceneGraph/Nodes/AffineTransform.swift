import Geometry

/// A linear map and a translation: the product of a chain of nodes' transforms.
public struct AffineTransform: Equatable, Sendable {
    /// The linear part.
    public var linear: Matrix3
    /// The translation, metres.
    public var translation: Vector3

    /// Creates a transform.
    public init(linear: Matrix3, translation: Vector3) {
        self.linear = linear
        self.translation = translation
    }

    /// The identity.
    public static let identity = AffineTransform(linear: .identity, translation: .zero)

    /// The transform `b` followed by `a`.
    public static func * (a: Self, b: Self) -> Self {
        Self(linear: a.linear * b.linear, translation: a.linear * b.translation + a.translation)
    }

    /// Transforms a point.
    public static func * (a: Self, point: Vector3) -> Vector3 { a.linear * point + a.translation }

    /// The inverse; nil if a scale is zero.
    public var inverse: AffineTransform? {
        guard let back = linear.inverse else { return nil }
        return AffineTransform(linear: back, translation: -(back * translation))
    }

    /// An approximation of the scale of lengths: the longest column (the cube root of the determinant's magnitude would
    /// be the mean scale).
    public var largestScale: Double { max(linear.column0.length, linear.column1.length, linear.column2.length) }
}
