extension MatrixView {
    /// Factors the symmetric matrix in the first columns as Uᵀ U and applies U⁻ᵀ to all columns that follow, in one
    /// pass.
    ///
    /// The matrix is [S | B], S square with as many rows as this view has (only its upper triangle is read). Afterwards
    /// it is [U | U⁻ᵀ B], as a Kalman update needs: with B = [H P | r] the gain's products are inner products of its
    /// columns. A pivot at or below `tolerance` times its initial value counts as zero, and so does its row (S positive
    /// semidefinite). Returns the number of such rows.
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

    /// Completes one row of a panel; returns false if its pivot is not above `least`.
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

    /// Subtracts the completed rows of a panel from all rows below.
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

    /// Solves U x = y for an upper triangular U, in place: `vector` holds y before and x after.
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

extension MatrixView {
    /// Diagonalises a symmetric matrix: the eigenvalues are on the diagonal, not sorted, and the columns of `vectors`,
    /// of the same size, are the eigenvectors.
    ///
    /// Source: G. Golub, C. Van Loan, "Matrix Computations", 4th edition, 2013, section 8.5 (cyclic Jacobi). At most 30
    /// sweeps.
    public func diagonalize(vectors: MatrixView) {
        vectors.clear()
        for i in 0..<rows { vectors[i, i] = 1 }
        for _ in 0..<30 {
            var off = 0.0
            var diagonal = 0.0
            for i in 0..<rows {
                diagonal += self[i, i] * self[i, i]
                for j in 0..<i { off += self[i, j] * self[i, j] }
            }
            guard off > 1e-30 * diagonal, off.isFinite else { return }
            for p in 0..<rows {
                for q in p + 1..<max(rows, p + 1) { rotate(p, q, vectors: vectors) }
            }
        }
    }

    private func rotate(_ p: Int, _ q: Int, vectors: MatrixView) {
        let apq = self[p, q]
        guard apq != 0 else { return }
        let ratio = (self[q, q] - self[p, p]) / (2 * apq)
        let tangent = (ratio >= 0 ? 1.0 : -1.0) / (abs(ratio) + (1 + ratio * ratio).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = tangent * cosine
        for k in 0..<rows { turn(&base[k * stride + p], &base[k * stride + q], cosine, sine) }
        for k in 0..<rows { turn(&base[p * stride + k], &base[q * stride + k], cosine, sine) }
        for k in 0..<rows {
            turn(&vectors.base[k * vectors.stride + p], &vectors.base[k * vectors.stride + q], cosine, sine)
        }
        self[p, q] = 0
        self[q, p] = 0
    }

    private func turn(_ a: inout Double, _ b: inout Double, _ cosine: Double, _ sine: Double) {
        let first = a
        a = cosine * first - sine * b
        b = sine * first + cosine * b
    }
}

extension MatrixView {
    /// Reflects the rows from `pivot` on so that a column becomes zero below that row, in all the columns; `scratch`
    /// has `columns` elements.
    ///
    /// Source: G. Golub, C. Van Loan, "Matrix Computations", 4th edition, 2013, algorithm 5.1.1.
    public func reflect(column: Int, pivot: Int, scratch: UnsafeMutablePointer<Double>) {
        var below = 0.0
        for row in pivot + 1..<max(rows, pivot + 1) { below += self[row, column] * self[row, column] }
        guard below > 0 else { return }
        let head = self[pivot, column]
        let length = (head * head + below).squareRoot()
        // The first element of the reflector, without cancellation; the rest of it is the column itself.
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

    /// Transforms the first `count` columns to upper triangular form by reflections (QR without Q), which also apply to
    /// the further columns.
    public func factorHouseholder(columns count: Int, scratch: UnsafeMutablePointer<Double>) {
        for column in 0..<min(count, rows) { reflect(column: column, pivot: column, scratch: scratch) }
    }
}
