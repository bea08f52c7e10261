import Geometry

/// The normal equations of sixteen unknowns in the order of `MotionUnknowns`, or of the timestamps of sixteen images.
struct NormalEquations {
    /// Three rows with the unknowns, one for each coordinate of a point.
    typealias Rows = (SIMD16<Double>, SIMD16<Double>, SIMD16<Double>)

    /// The rows of the symmetric matrix.
    private(set) var rows = [SIMD16<Double>](repeating: .zero, count: 16)
    /// The right-hand side.
    private(set) var side = SIMD16<Double>.zero

    /// Adds a residual with its derivatives.
    @inline(__always)
    mutating func add(_ slopes: SIMD16<Double>, _ error: Double, _ weight: Double) {
        let weighted = slopes * weight
        for i in 0..<16 { rows[i] += slopes * weighted[i] }
        side -= weighted * error
    }

    /// Adds one residual that depends on a single unknown.
    @inline(__always)
    mutating func addDiagonal(_ index: Int, _ square: Double, product: Double) {
        rows[index][index] += square
        side[index] -= product
    }

    /// Adds weights to the diagonal, and what they pull towards to the right-hand side.
    mutating func addPrior(weights: SIMD16<Double>, deviations: SIMD16<Double>) {
        for i in 0..<16 { rows[i][i] += weights[i] }
        side -= weights * deviations
    }

    /// Subtracts what an eliminated point explains: `a` are its mixed rows, `x` those times its inverse matrix.
    @inline(__always)
    mutating func eliminate(
        _ a: Rows,
        _ x: Rows,
        side pointSide: Vector3
    ) {
        for i in 0..<16 {
            let (first, second, third): Rows = (x.0 * a.0[i], x.1 * a.1[i], x.2 * a.2[i])
            rows[i] -= first + second + third
        }
        side -= x.0 * pointSide.x + x.1 * pointSide.y + x.2 * pointSide.z
    }

    /// Subtracts a vector from the right-hand side's element, and weighted rows from a row.
    @inline(__always)
    mutating func subtract(_ row: SIMD16<Double>, fromRow index: Int) { rows[index] -= row }

    @inline(__always)
    mutating func subtract(_ value: Double, fromSide index: Int) { side[index] -= value }

    /// Cholesky's factor with the diagonal multiplied by 1 + `damping`; nil if the matrix is not positive definite.
    func factor(damping: Double = 0) -> NormalFactor? {
        var lower = rows
        let isPositive = lower.withUnsafeMutableBytes { bytes -> Bool in
            guard let base = bytes.bindMemory(to: Double.self).baseAddress else { return false }
            return SmallCholesky.factor(base, size: 16, damping: damping)
        }
        return isPositive ? NormalFactor(lower: lower) : nil
    }
}

/// The factor of a 16 × 16 matrix.
struct NormalFactor {
    private let lower: [SIMD16<Double>]

    fileprivate init(lower: [SIMD16<Double>]) { self.lower = lower }

    /// The solution for one right-hand side.
    func solve(_ side: SIMD16<Double>) -> SIMD16<Double> {
        var x = side
        lower.withUnsafeBytes { bytes in
            guard let factor = bytes.bindMemory(to: Double.self).baseAddress else { return }
            withUnsafeMutableBytes(of: &x) { vector in
                guard let vector = vector.bindMemory(to: Double.self).baseAddress else { return }
                SmallCholesky.solve(factor, size: 16, vector)
            }
        }
        return x
    }

    /// The inverse, row by row.
    var inverse: [SIMD16<Double>] {
        (0..<16).map { index in
            var unit = SIMD16<Double>.zero
            unit[index] = 1
            return solve(unit)
        }
    }
}
