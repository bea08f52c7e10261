import Geometry

extension MotionInitializer {
    /// Sixteen unknowns' normal equations: velocity 0–2, gravity's direction 3–4, gyroscope bias 5–7, accelerometer bias 8–10, time offset
    /// 11, focal excess 12, camera's rotation in the body 13–15.
    struct NormalEquations {
        /// The rows of the symmetric matrix.
        var rows = [SIMD16<Double>](repeating: .zero, count: 16)
        /// The right-hand side.
        var side = SIMD16<Double>.zero

        /// Adds a residual with its slopes.
        @inline(__always)
        mutating func add(_ slopes: SIMD16<Double>, _ error: Double, _ weight: Double) {
            let weighted = slopes * weight
            for i in 0..<16 { rows[i] += slopes * weighted[i] }
            side -= weighted * error
        }

        /// The lower factor of Cholesky's decomposition with the diagonal stretched by `damping`; nil where the matrix is not positive.
        func factor(damping: Double = 0) -> CholeskyFactor? {
            var lower = rows
            for i in 0..<16 {
                for j in 0...i {
                    var sum = lower[i][j]
                    if i == j { sum *= 1 + damping }
                    for k in 0..<j { sum -= lower[i][k] * lower[j][k] }
                    if i == j {
                        guard sum > 0, sum.isFinite else { return nil }
                        lower[i][i] = sum.squareRoot()
                    } else {
                        lower[i][j] = sum / lower[j][j]
                    }
                }
            }
            return CholeskyFactor(lower: lower)
        }
    }

    /// A factored 16 × 16 matrix.
    struct CholeskyFactor {
        let lower: [SIMD16<Double>]

        /// The solution for one right-hand side.
        func solve(_ side: SIMD16<Double>) -> SIMD16<Double> {
            var x = side
            for i in 0..<16 {
                for k in 0..<i { x[i] -= lower[i][k] * x[k] }
                x[i] /= lower[i][i]
            }
            for i in Swift.stride(from: 15, through: 0, by: -1) {
                for k in (i + 1)..<16 { x[i] -= lower[k][i] * x[k] }
                x[i] /= lower[i][i]
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
}
