import Geometry

/// A linear map and a translation: what a chain of turned, moved and scaled nodes comes to.
public struct AffineTransform: Equatable, Sendable {
    /// The linear part.
    public var linear: Matrix3
    /// The translation, metres.
    public var translation: Vector3

    /// A transform of its two parts.
    public init(linear: Matrix3, translation: Vector3) {
        self.linear = linear
        self.translation = translation
    }

    /// The transform that changes nothing.
    public static let identity = AffineTransform(linear: .identity, translation: .zero)

    /// The transform `b` followed by `a`.
    public static func * (a: Self, b: Self) -> Self {
        Self(linear: a.linear * b.linear, translation: a.linear * b.translation + a.translation)
    }

    /// A point, moved.
    public static func * (a: Self, point: Vector3) -> Vector3 { a.linear * point + a.translation }

    /// The way back; nil if a scale is zero.
    public var inverse: AffineTransform? {
        guard let back = linear.inverse else { return nil }
        return AffineTransform(linear: back, translation: -(back * translation))
    }

    /// The mean factor by which lengths grow: the cube root of the volume's factor would be exact, the longest column
    /// is enough.
    public var largestScale: Double { max(linear.column0.length, linear.column1.length, linear.column2.length) }
}
