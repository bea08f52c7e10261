/// A 2 × 2 matrix, stored by columns.
public struct Matrix2: Equatable, Sendable {
    /// The first column.
    public var column0: Vector2
    /// The second column.
    public var column1: Vector2

    /// A matrix from two columns.
    @inlinable
    public init(columns column0: Vector2, _ column1: Vector2) {
        self.column0 = column0
        self.column1 = column1
    }

    /// A matrix from two rows.
    @inlinable
    public init(rows r0: Vector2, _ r1: Vector2) {
        self.init(columns: Vector2(r0.x, r1.x), Vector2(r0.y, r1.y))
    }

    /// The identity.
    public static let identity = Matrix2(columns: Vector2(1, 0), Vector2(0, 1))

    /// The determinant.
    @inlinable public var determinant: Double { column0.x * column1.y - column1.x * column0.y }

    /// The inverse, or nil if the determinant is zero or not finite.
    public var inverse: Matrix2? {
        let determinant = determinant
        guard determinant.isFinite, determinant != 0 else { return nil }
        return Matrix2(
            columns: Vector2(column1.y, -column0.y) / determinant,
            Vector2(-column1.x, column0.x) / determinant
        )
    }

    /// The product with a column vector.
    @inlinable
    public static func * (m: Matrix2, v: Vector2) -> Vector2 { m.column0 * v.x + m.column1 * v.y }

    /// The matrix product.
    @inlinable
    public static func * (a: Matrix2, b: Matrix2) -> Matrix2 { Matrix2(columns: a * b.column0, a * b.column1) }
}
