import Geometry

/// A few rows of a Jacobian that touch a few columns of the state.
final class SparseRows {
    static let rowCapacity = 6
    static let columnCapacity = 128
    /// The columns' indices in the state; an index may occur twice, then its entries add up.
    let columns: UnsafeMutablePointer<Int>
    /// The entries: row r at `values + r * columnCapacity`.
    let values: UnsafeMutablePointer<Double>
    private(set) var columnCount = 0

    init() {
        columns = .allocate(capacity: Self.columnCapacity)
        values = .allocate(capacity: Self.rowCapacity * Self.columnCapacity)
        columns.initialize(repeating: 0, count: Self.columnCapacity)
        values.initialize(repeating: 0, count: Self.rowCapacity * Self.columnCapacity)
    }

    deinit {
        columns.deallocate()
        values.deallocate()
    }

    func removeAll() { columnCount = 0 }

    /// The entries of a row.
    func row(_ row: Int) -> UnsafeMutablePointer<Double> { values + row * Self.columnCapacity }

    /// Appends a column; its entries must then be written.
    ///
    /// Returns its index.
    func append(column: Int) -> Int {
        columns[columnCount] = column
        columnCount += 1
        return columnCount - 1
    }

    /// Appends three columns of rows 0 and 1.
    func append(_ part: Matrix2x3, at column: Int) {
        for k in 0..<3 {
            let index = append(column: column + k)
            row(0)[index] = part.row0[k]
            row(1)[index] = part.row1[k]
        }
    }

    /// Appends three columns of three rows from `first` on.
    func append(_ part: Matrix3, at column: Int, firstRow: Int = 0) {
        for k in 0..<3 {
            let index = append(column: column + k)
            for i in 0..<3 { row(firstRow + i)[index] = part[i, k] }
        }
    }

    /// H P for one row: the sum of the covariance's rows.
    func multiply(_ row: Int, _ covariance: MatrixView, into target: UnsafeMutablePointer<Double>) {
        target.update(repeating: 0, count: covariance.columns)
        let entries = self.row(row)
        for index in 0..<columnCount where entries[index] != 0 {
            addScaled(covariance.row(columns[index]), entries[index], to: target, count: covariance.columns)
        }
    }

    /// The inner product of a whole row of the state's width with one of these rows.
    func dot(_ row: Int, _ full: UnsafePointer<Double>) -> Double {
        let entries = self.row(row)
        var sum = 0.0
        for index in 0..<columnCount { sum += full[columns[index]] * entries[index] }
        return sum
    }
}
