/// A window onto a row-major matrix of doubles that somebody else keeps in memory: the filter's working unit.
///
/// A view does not own its elements; it must not outlive its `MatrixBuffer`. Products and factorisations on views
/// allocate nothing.
public struct MatrixView {
    /// The element at row 0, column 0.
    public let base: UnsafeMutablePointer<Double>
    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int
    /// The distance from one row to the next, elements.
    public let stride: Int

    /// A view of `rows` × `columns` elements at an address.
    @inlinable
    public init(base: UnsafeMutablePointer<Double>, rows: Int, columns: Int, stride: Int) {
        self.base = base
        self.rows = rows
        self.columns = columns
        self.stride = stride
    }

    /// The element at a row and a column, both from 0; not checked.
    @inlinable
    public subscript(row: Int, column: Int) -> Double {
        get { base[row &* stride &+ column] }
        nonmutating set { base[row &* stride &+ column] = newValue }
    }

    /// The first element of a row.
    @inlinable
    public func row(_ row: Int) -> UnsafeMutablePointer<Double> { base + row &* stride }

    /// The part of `rows` × `columns` elements that starts at a row and a column.
    @inlinable
    public func block(row: Int, column: Int, rows: Int, columns: Int) -> MatrixView {
        MatrixView(base: base + (row &* stride &+ column), rows: rows, columns: columns, stride: stride)
    }

    /// Sets every element to zero.
    public func clear() {
        for row in 0..<rows { self.row(row).update(repeating: 0, count: columns) }
    }

    /// Takes over the elements of a matrix of the same size.
    public func copy(from other: MatrixView) {
        for row in 0..<rows { self.row(row).update(from: other.row(row), count: columns) }
    }

    /// Makes a square matrix symmetric: what lies below the diagonal is copied above it.
    public func mirrorLowerTriangle() {
        for row in 1..<max(rows, 1) {
            let source = self.row(row)
            for column in 0..<row { base[column &* stride &+ row] = source[column] }
        }
    }

    /// The matrix of a 3 × 3 part that starts at a row and a column.
    public func matrix3(row: Int, column: Int) -> Matrix3 {
        let part = block(row: row, column: column, rows: 3, columns: 3)
        return Matrix3(
            rows: Vector3(part[0, 0], part[0, 1], part[0, 2]),
            Vector3(part[1, 0], part[1, 1], part[1, 2]),
            Vector3(part[2, 0], part[2, 1], part[2, 2])
        )
    }

    /// Writes a 3 × 3 matrix where a row and a column start.
    public func set(_ matrix: Matrix3, row: Int, column: Int) {
        for i in 0..<3 {
            for j in 0..<3 { self[row + i, column + j] = matrix[i, j] }
        }
    }
}
