/// Cholesky's decomposition A = L Lᵀ of small symmetric positive definite matrices, in place and row by row.
///
/// For large systems with many right-hand sides see `MatrixView.factorCholesky`.
package enum SmallCholesky {
    /// Replaces the lower triangle of a matrix of `size` × `size` elements, row by row, by L.
    ///
    /// The diagonal is first multiplied by 1 + `damping`. Returns false if the matrix is not positive definite.
    package static func factor(_ matrix: UnsafeMutablePointer<Double>, size: Int, damping: Double = 0) -> Bool {
        for i in 0..<size {
            let row = matrix + size * i
            for j in 0...i {
                let other = matrix + size * j
                var sum = row[j]
                if i == j { sum *= 1 + damping }
                for k in 0..<j { sum -= row[k] * other[k] }
                if i == j {
                    guard sum > 0, sum.isFinite else { return false }
                    row[i] = sum.squareRoot()
                } else {
                    row[j] = sum / other[j]
                }
            }
        }
        return true
    }

    /// Solves L Lᵀ x = y; `vector` holds y before and x after.
    package static func solve(
        _ factor: UnsafePointer<Double>,
        size: Int,
        _ vector: UnsafeMutablePointer<Double>
    ) {
        for i in 0..<size {
            for k in 0..<i { vector[i] -= factor[size * i + k] * vector[k] }
            vector[i] /= factor[size * i + i]
        }
        for i in stride(from: size - 1, through: 0, by: -1) {
            for k in (i + 1)..<size { vector[i] -= factor[size * k + i] * vector[k] }
            vector[i] /= factor[size * i + i]
        }
    }

    /// The solution x of A x = y for A given row by row; nil if A is not positive definite.
    package static func solution(of matrix: [Double], _ side: [Double]) -> [Double]? {
        var factor = matrix
        var vector = side
        let isSolved = factor.withUnsafeMutableBufferPointer { factor in
            vector.withUnsafeMutableBufferPointer { vector in
                guard let a = factor.baseAddress, let x = vector.baseAddress,
                    Self.factor(a, size: vector.count)
                else { return false }
                solve(a, size: vector.count, x)
                return true
            }
        }
        return isSolved ? vector : nil
    }
}
