/// The lower factor of a symmetric positive definite matrix: A = L Lᵀ.
struct CholeskyFactor {
    private let order: Int
    /// Row by row; what is above the diagonal is not used.
    private var lower: [Double]

    /// Factors a matrix of `order` × `order` values, row by row; `nil` if it is not positive definite.
    init?(_ matrix: [Double], order: Int) {
        self.order = order
        lower = matrix
        for column in 0..<order {
            for row in column..<order {
                var sum = lower[row * order + column]
                for index in 0..<column { sum -= lower[row * order + index] * lower[column * order + index] }
                if row == column {
                    guard sum > 0 else { return nil }
                    lower[row * order + row] = sum.squareRoot()
                } else {
                    lower[row * order + column] = sum / lower[column * order + column]
                }
            }
        }
    }

    /// Solves L x = b.
    func solveLower(_ values: [Double]) -> [Double] {
        var values = values
        for row in 0..<order {
            for index in 0..<row { values[row] -= lower[row * order + index] * values[index] }
            values[row] /= lower[row * order + row]
        }
        return values
    }

    /// Solves A x = b.
    func solve(_ values: [Double]) -> [Double] {
        var values = solveLower(values)
        for row in (0..<order).reversed() {
            for index in (row + 1)..<Swift.max(order, row + 1) {
                values[row] -= lower[index * order + row] * values[index]
            }
            values[row] /= lower[row * order + row]
        }
        return values
    }
}
