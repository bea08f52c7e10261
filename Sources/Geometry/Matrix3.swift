/// A 3 × 3 matrix, stored by columns.
public struct Matrix3: Equatable, Sendable {
    /// The first column.
    public var column0: Vector3
    /// The second column.
    public var column1: Vector3
    /// The third column.
    public var column2: Vector3

    /// A matrix from three columns.
    @inlinable
    public init(columns column0: Vector3, _ column1: Vector3, _ column2: Vector3) {
        self.column0 = column0
        self.column1 = column1
        self.column2 = column2
    }

    /// A matrix from three rows.
    @inlinable
    public init(rows r0: Vector3, _ r1: Vector3, _ r2: Vector3) {
        self.init(columns: Vector3(r0.x, r1.x, r2.x), Vector3(r0.y, r1.y, r2.y), Vector3(r0.z, r1.z, r2.z))
    }

    /// A matrix with these values on its diagonal and zeros elsewhere.
    @inlinable
    public init(diagonal d: Vector3) {
        self.init(columns: Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
    }

    /// The skew-symmetric matrix of `v`: its product with `w` is `cross(v, w)`.
    @inlinable
    public init(crossProductWith v: Vector3) {
        self.init(columns: Vector3(0, v.z, -v.y), Vector3(-v.z, 0, v.x), Vector3(v.y, -v.x, 0))
    }

    /// The outer product a bᵀ.
    @inlinable
    public init(outerProductOf a: Vector3, _ b: Vector3) {
        self.init(columns: a * b.x, a * b.y, a * b.z)
    }

    /// The identity.
    public static let identity = Matrix3(diagonal: Vector3(1, 1, 1))
    /// The zero matrix.
    public static let zero = Matrix3(diagonal: .zero)

    /// The element at a row and a column, both from 0.
    @inlinable
    public subscript(row: Int, column: Int) -> Double {
        get { column == 0 ? column0[row] : column == 1 ? column1[row] : column2[row] }
        set {
            switch column {
            case 0: column0[row] = newValue
            case 1: column1[row] = newValue
            default: column2[row] = newValue
            }
        }
    }

    /// The first row.
    @inlinable public var row0: Vector3 { Vector3(column0.x, column1.x, column2.x) }
    /// The second row.
    @inlinable public var row1: Vector3 { Vector3(column0.y, column1.y, column2.y) }
    /// The third row.
    @inlinable public var row2: Vector3 { Vector3(column0.z, column1.z, column2.z) }

    /// The transpose.
    @inlinable public var transposed: Matrix3 { Matrix3(rows: column0, column1, column2) }
    /// The trace.
    @inlinable public var trace: Double { column0.x + column1.y + column2.z }
    /// The determinant.
    @inlinable public var determinant: Double { dot(column0, cross(column1, column2)) }

    /// The inverse, or nil if the determinant is zero or not finite.
    public var inverse: Matrix3? {
        let determinant = determinant
        guard determinant.isFinite, determinant != 0 else { return nil }
        let scale = 1 / determinant
        return Matrix3(
            rows: cross(column1, column2) * scale,
            cross(column2, column0) * scale,
            cross(column0, column1) * scale
        )
    }

    /// The matrix product.
    @inlinable
    public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(columns: a * b.column0, a * b.column1, a * b.column2)
    }

    /// The product with a column vector.
    @inlinable
    public static func * (m: Matrix3, v: Vector3) -> Vector3 {
        m.column0 * v.x + m.column1 * v.y + m.column2 * v.z
    }

    /// Every element times a number.
    @inlinable
    public static func * (m: Matrix3, s: Double) -> Matrix3 {
        Matrix3(columns: m.column0 * s, m.column1 * s, m.column2 * s)
    }

    /// The sum, element by element.
    @inlinable
    public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(columns: a.column0 + b.column0, a.column1 + b.column1, a.column2 + b.column2)
    }

    /// The difference, element by element.
    @inlinable
    public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(columns: a.column0 - b.column0, a.column1 - b.column1, a.column2 - b.column2)
    }

    /// The negated matrix.
    @inlinable
    public static prefix func - (m: Matrix3) -> Matrix3 { m * -1 }
}
