import Geometry

/// Collects whitened measurement rows and applies them to a filter together.
///
/// Rows are kept as [S | H P | r]; one Cholesky sweep turns them into [U | U⁻ᵀ H P | U⁻ᵀ r], whose inner products are
/// the gain's: P ← P − (U⁻ᵀ H P)ᵀ (U⁻ᵀ H P), x ← x + (U⁻ᵀ H P)ᵀ U⁻ᵀ r.
final class KalmanUpdate {
    static let capacity = 96
    private let buffer = MatrixBuffer(rows: capacity, columns: capacity + StateLayout.dimension + 8)
    private let transposed = MatrixBuffer(rows: capacity, columns: capacity)
    private let correction = MatrixBuffer(rows: 1, columns: StateLayout.dimension)
    /// The number of rows collected.
    private(set) var count = 0
    private var jacobians: [SparseRows]

    init() {
        jacobians = (0..<Self.capacity / 2).map { _ in SparseRows() }
    }

    /// Whether there is room for two more rows.
    var hasRoom: Bool { count + 2 <= Self.capacity }
    /// H P of a collected or coming row.
    func product(_ row: Int) -> UnsafeMutablePointer<Double> { buffer.view.row(row) + Self.capacity }
    /// The Jacobian of the next two rows, to be filled before `append`.
    var nextJacobian: SparseRows { jacobians[count / 2] }

    func removeAll() { count = 0 }

    /// Takes over the next two rows, whose Jacobian is `nextJacobian` and whose H P stand at `product(count)`, divided
    /// by `sigma`.
    func append(_ residual: Vector2, sigma: Double) {
        let weight = 1 / sigma
        let jacobian = nextJacobian
        for i in 0..<2 {
            let entries = jacobian.row(i)
            for k in 0..<jacobian.columnCount { entries[k] *= weight }
            let row = product(count + i)
            for k in 0..<StateLayout.dimension { row[k] *= weight }
            row[StateLayout.dimension] = residual[i] * weight
        }
        count += 2
    }

    /// Applies the collected sparse rows.
    func apply(to filter: SlidingWindowFilter) {
        guard count > 0 else { return }
        let offset = Self.capacity - ((count + 7) & ~7)
        for i in 0..<count {
            let target = buffer.view.row(i) + offset
            let product = product(i)
            for j in i..<count { target[j] = jacobians[j >> 1].dot(j & 1, product) }
            target[i] += 1
            for j in count..<Self.capacity - offset { target[j] = 0 }
        }
        finish(filter, offset: offset)
    }

    /// Applies whitened rows over calibration and clones: `rows` has `StateLayout.visualCount` columns and the residual
    /// in the next.
    func apply(dense rows: MatrixView, to filter: SlidingWindowFilter) {
        count = rows.rows
        guard count > 0 else { return }
        let width = StateLayout.visualCount
        let h = MatrixView(base: rows.base, rows: count, columns: width, stride: rows.stride)
        let products = buffer.view.block(row: 0, column: Self.capacity, rows: count, columns: StateLayout.dimension)
        products.clear()
        products.add(
            h,
            times: filter.covariance.matrix.block(
                row: StateLayout.visual,
                column: 0,
                rows: width,
                columns: StateLayout.dimension
            )
        )
        let offset = Self.capacity - ((count + 7) & ~7)
        let s = buffer.view.block(row: 0, column: offset, rows: count, columns: Self.capacity - offset)
        s.clear()
        let turned = transposed.view.block(row: 0, column: 0, rows: width, columns: Self.capacity - offset)
        for i in 0..<count { for j in 0..<width { turned[j, i] = h[i, j] } }
        for i in count..<Self.capacity - offset { for j in 0..<width { turned[j, i] = 0 } }
        s.add(products.block(row: 0, column: StateLayout.visual, rows: count, columns: width), times: turned)
        for i in 0..<count {
            s[i, i] += 1
            product(i)[StateLayout.dimension] = h.row(i)[width]
        }
        finish(filter, offset: offset)
    }

    /// Factors, and moves estimate and covariance.
    private func finish(_ filter: SlidingWindowFilter, offset: Int) {
        let n = StateLayout.dimension
        for i in 0..<count { for j in n + 1..<n + 8 { product(i)[j] = 0 } }
        let system = buffer.view.block(row: 0, column: offset, rows: count, columns: Self.capacity - offset + n + 8)
        system.factorCholesky()
        let gain = buffer.view.block(row: 0, column: Self.capacity, rows: count, columns: n)
        let dx = correction.view.base
        dx.update(repeating: 0, count: n)
        for i in 0..<count { addScaled(gain.row(i), gain.row(i)[n], to: dx, count: n) }
        let start = StateLayout.extrinsicTranslation
        let known = filter.covariance.matrix3(row: start, column: start)
        filter.covariance.matrix.addGram(of: gain, sign: -1)
        if filter.configuration.considersExtrinsicTranslation {
            // Schmidt's filter: no gain, so its own covariance stays; its covariance with the others shrinks as usual.
            filter.covariance.set(known, row: start, column: start)
            for axis in 0..<3 { dx[start + axis] = 0 }
        }
        filter.correct(dx)
        count = 0
    }
}
