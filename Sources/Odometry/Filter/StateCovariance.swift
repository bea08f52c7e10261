import Geometry

/// The covariance of the filter's whole error, laid out as `StateLayout` says.
///
/// Slots that hold nothing have rows and columns of zeros.
final class StateCovariance {
    private let buffer = MatrixBuffer(rows: StateLayout.dimension, columns: StateLayout.dimension)
    private let rowBuffer = MatrixBuffer(rows: 16, columns: StateLayout.dimension)
    private let blockBuffer = MatrixBuffer(rows: 16, columns: 16)

    /// The Jacobian that `express` and `projected` use; their caller fills it.
    let jacobian = SparseRows()

    /// All elements.
    var matrix: MatrixView { buffer.view }

    subscript(row: Int, column: Int) -> Double {
        get { buffer.view[row, column] }
        set { buffer.view[row, column] = newValue }
    }

    /// A 3 × 3 block.
    func matrix3(row: Int, column: Int) -> Matrix3 { buffer.view.matrix3(row: row, column: column) }

    /// Sets a 3 × 3 block; the caller keeps the whole symmetric.
    func set(_ block: Matrix3, row: Int, column: Int) { buffer.view.set(block, row: row, column: column) }

    /// Sets all elements to zero.
    func clear() { buffer.view.clear() }

    func setVariance(_ index: Int, _ sigma: Double) { buffer.view[index, index] = sigma * sigma }

    /// Adds independent noise to three components of the state.
    func addNoise(_ noise: Matrix3, at start: Int) { addNoise(noise, row: start, column: start) }

    /// Adds noise to a block; the caller keeps the whole symmetric.
    func addNoise(_ noise: Matrix3, row: Int, column: Int) {
        let p = matrix
        p.set(p.matrix3(row: row, column: column) + noise, row: row, column: column)
    }

    /// Sets rows and columns to zero, which marginalises these components.
    func clear(count: Int, at start: Int) {
        let p = matrix
        for index in start..<start + count {
            p.row(index).update(repeating: 0, count: StateLayout.dimension)
            for other in 0..<StateLayout.dimension { p[other, index] = 0 }
        }
    }

    /// Makes components of the state a function of the others, or of their own old values.
    ///
    /// Their rows become J P, their block J P Jᵀ, with J from `jacobian`.
    func express(rows count: Int, at start: Int) {
        let p = matrix
        let scratch = rowBuffer.view
        for row in 0..<count { jacobian.multiply(row, p, into: scratch.row(row)) }
        let block = blockBuffer.view
        for i in 0..<count {
            for j in 0..<count { block[i, j] = jacobian.dot(j, scratch.row(i)) }
        }
        write(rows: count, at: start, block: block)
    }

    /// J P Jᵀ of the three rows in `jacobian`.
    func projected() -> Matrix3 {
        var result = Matrix3.zero
        let scratch = rowBuffer.view
        for i in 0..<3 {
            jacobian.multiply(i, matrix, into: scratch.row(i))
            for j in 0..<3 { result[i, j] = jacobian.dot(j, scratch.row(i)) }
        }
        return result
    }

    /// Writes rows and columns from the scratch rows, and the block where they meet.
    private func write(rows count: Int, at start: Int, block: MatrixView) {
        let p = matrix
        for i in 0..<count {
            let row = rowBuffer.view.row(i)
            p.row(start + i).update(from: row, count: StateLayout.dimension)
            for other in 0..<StateLayout.dimension { p[other, start + i] = row[other] }
        }
        for i in 0..<count {
            for j in 0...i {
                p[start + i, start + j] = block[i, j]
                p[start + j, start + i] = block[i, j]
            }
        }
    }

    /// P ← Φ P Φᵀ + Q for the inertial rows, Φ P for their columns with the others.
    func propagate(transitionTransposed transition: MatrixView, added noise: MatrixView) {
        let p = matrix
        let rest = StateLayout.dimension - 16
        let old = rowBuffer.view
        old.copy(from: p.block(row: 0, column: 0, rows: 16, columns: StateLayout.dimension))
        let cross = p.block(row: 0, column: 16, rows: 16, columns: rest)
        cross.clear()
        cross.add(transposed: transition, times: old.block(row: 0, column: 16, rows: 16, columns: rest))
        let block = blockBuffer.view
        block.clear()
        block.add(old.block(row: 0, column: 0, rows: 16, columns: 16), times: transition)
        let own = p.block(row: 0, column: 0, rows: 16, columns: 16)
        own.copy(from: noise)
        own.add(transposed: transition, times: block)
        own.mirrorLowerTriangle()
        for row in 16..<StateLayout.dimension {
            for column in 0..<16 { p[row, column] = p[column, row] }
        }
    }
}
