extension MatrixView {
    /// Turns a symmetric matrix into its eigenvalues on the diagonal, not sorted; `vectors`, of the same size, gets the
    /// eigenvectors as columns.
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
