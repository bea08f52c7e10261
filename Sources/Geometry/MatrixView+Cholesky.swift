extension MatrixView {
    /// Factors the symmetric matrix in the first columns as Uᵀ U and solves with it for all the columns that follow, in
    /// one sweep.
    ///
    /// The matrix is [S | B], S square with as many rows as this view has (only its upper triangle is read). Afterwards
    /// it is [U | U⁻ᵀ B], what a Kalman update needs: with B = [H P | r] the gain's products are inner products of its
    /// columns. Pivots at or under `tolerance` times their first value are taken as zero, and so is their row (S
    /// positive semidefinite). Returns the number of such rows.
    ///
    /// Source: G. Golub, C. Van Loan, "Matrix Computations", 4th edition, 2013, section 4.2 (outer-product form, in
    /// blocks of 8).
    @discardableResult
    public func factorCholesky(tolerance: Double = 1e-13) -> Int {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: max(rows, 1)) { least in
            for row in 0..<rows { least[row] = max(tolerance * abs(self[row, row]), 1e-300) }
            var deficient = 0
            var first = 0
            while first < rows {
                let count = min(8, rows - first)
                for row in first..<first + count where !eliminate(row, after: first, least: least[row]) {
                    deficient += 1
                }
                subtractPanel(first: first, count: count)
                first += count
            }
            return deficient
        }
    }

    /// Finishes one row of a panel; false if its pivot is not above the least that counts.
    private func eliminate(_ row: Int, after first: Int, least: Double) -> Bool {
        let start = row & ~3
        for earlier in first..<row { addRow(earlier, times: -self[earlier, row], to: row, from: start) }
        let pivot = self[row, row]
        guard pivot > least else {
            self.row(row).update(repeating: 0, count: columns)
            return false
        }
        let scale = 1 / pivot.squareRoot()
        let elements = self.row(row)
        for column in row..<columns { elements[column] *= scale }
        return true
    }

    /// Takes the finished rows of a panel from all the rows below.
    private func subtractPanel(first: Int, count: Int) {
        let panel = block(row: first, column: 0, rows: count, columns: columns)
        var next = first + count
        while next < rows {
            let height = min(8, rows - next)
            let left = LeftFactor(base: panel.base + next, rowStride: 1, depthStride: stride)
            block(row: next, column: 0, rows: height, columns: columns)
                .add(left, times: panel, sign: -1, fromColumn: next & ~7)
            next += height
        }
    }

    /// Solves U x = y for an upper triangular U, in place: `vector` comes as y and leaves as x.
    ///
    /// Rows with a zero pivot give 0.
    public func solveUpperTriangle(_ vector: UnsafeMutablePointer<Double>) {
        for row in (0..<rows).reversed() {
            var sum = vector[row]
            for column in row + 1..<max(rows, row + 1) { sum -= self[row, column] * vector[column] }
            let pivot = self[row, row]
            vector[row] = pivot == 0 ? 0 : sum / pivot
        }
    }
}
