extension MatrixView {
    /// Reflects the rows from `pivot` on so that a column becomes zero below that row, in all the columns; `scratch`
    /// holds `columns` elements.
    ///
    /// Source: G. Golub, C. Van Loan, "Matrix Computations", 4th edition, 2013, algorithm 5.1.1.
    public func reflect(column: Int, pivot: Int, scratch: UnsafeMutablePointer<Double>) {
        var below = 0.0
        for row in pivot + 1..<max(rows, pivot + 1) { below += self[row, column] * self[row, column] }
        guard below > 0 else { return }
        let head = self[pivot, column]
        let length = (head * head + below).squareRoot()
        // The reflector's head, without cancellation; the rest of it is the column itself.
        let lead = head > 0 ? -below / (head + length) : head - length
        let scale = 2 / (lead * lead + below)
        scratch.update(from: row(pivot), count: columns)
        for i in 0..<columns { scratch[i] *= lead }
        for row in pivot + 1..<rows { addScaled(self.row(row), self[row, column], to: scratch, count: columns) }
        for row in pivot + 1..<rows {
            addScaled(scratch, -scale * self[row, column], to: self.row(row), count: columns)
        }
        addScaled(scratch, -scale * lead, to: row(pivot), count: columns)
        for row in pivot + 1..<rows { self[row, column] = 0 }
    }

    /// Turns the first `count` columns into an upper triangle by reflections (QR without Q); further columns are turned
    /// along.
    public func factorHouseholder(columns count: Int, scratch: UnsafeMutablePointer<Double>) {
        for column in 0..<min(count, rows) { reflect(column: column, pivot: column, scratch: scratch) }
    }
}
