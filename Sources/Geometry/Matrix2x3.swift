/// A 2 × 3 matrix, stored by rows; the shape of the derivative of a pixel with respect to a point.
public struct Matrix2x3: Equatable, Sendable {
    /// The first row.
    public var row0: Vector3
    /// The second row.
    public var row1: Vector3

    /// A matrix from two rows.
    @inlinable
    public init(rows row0: Vector3, _ row1: Vector3) {
        self.row0 = row0
        self.row1 = row1
    }

    /// The product with a 3 × 3 matrix.
    @inlinable
    public static func * (a: Matrix2x3, m: Matrix3) -> Matrix2x3 {
        Matrix2x3(
            rows: Vector3(dot(a.row0, m.column0), dot(a.row0, m.column1), dot(a.row0, m.column2)),
            Vector3(dot(a.row1, m.column0), dot(a.row1, m.column1), dot(a.row1, m.column2))
        )
    }

    /// The product with a column vector.
    @inlinable
    public static func * (a: Matrix2x3, v: Vector3) -> Vector2 { Vector2(dot(a.row0, v), dot(a.row1, v)) }

    /// A 2 × 2 matrix times this one.
    @inlinable
    public static func * (m: Matrix2, a: Matrix2x3) -> Matrix2x3 {
        Matrix2x3(
            rows: a.row0 * m.column0.x + a.row1 * m.column1.x,
            a.row0 * m.column0.y + a.row1 * m.column1.y
        )
    }
}
