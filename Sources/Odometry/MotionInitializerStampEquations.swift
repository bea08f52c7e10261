import Geometry

extension MotionInitializer {
    /// The part of the normal equations that belongs to the pictures' stamps, a lane a picture.
    struct StampEquations {
        /// Among each other.
        private var own = NormalEquations()
        /// With the unknowns: a row a picture.
        private var mixed = [SIMD16<Double>](repeating: .zero, count: 16)
        /// The factored equations, once eliminated.
        private(set) var factor: CholeskyFactor?

        /// Adds a sighting.
        mutating func add(_ prediction: Prediction, _ picture: Int, _ weight: Double) {
            let speed = prediction.speed * weight
            mixed[picture] += prediction.slopes.0 * speed.x + prediction.slopes.1 * speed.y
            own.rows[picture][picture] += dot(speed, prediction.speed)
            own.side[picture] -= dot(speed, prediction.error)
        }

        /// Takes out what a point explains; `products` are its inverse matrix times its rows to the unknowns.
        mutating func eliminate(
            _ point: PointEquations,
            _ products: (SIMD16<Double>, SIMD16<Double>, SIMD16<Double>)
        ) {
            let (a, b, c) = point.stamps
            let inverse = point.inverse
            let x = a * inverse[0, 0] + b * inverse[0, 1] + c * inverse[0, 2]
            let y = a * inverse[1, 0] + b * inverse[1, 1] + c * inverse[1, 2]
            let z = a * inverse[2, 0] + b * inverse[2, 1] + c * inverse[2, 2]
            for i in 0..<16 {
                own.rows[i] -= x * a[i] + y * b[i] + z * c[i]
                mixed[i] -= products.0 * a[i] + products.1 * b[i] + products.2 * c[i]
            }
            own.side -= x * point.side.x + y * point.side.y + z * point.side.z
        }

        /// Eliminates the stamps' errors, which are expected to be small, from the unknowns' equations.
        mutating func eliminate(from reduced: inout NormalEquations, errors: SIMD16<Double>, weight: Double) {
            for i in 0..<16 { own.rows[i][i] += weight }
            own.side -= errors * weight
            factor = own.factor()
            guard let factor else { return }
            let side = factor.solve(own.side)
            for i in 0..<16 {
                var column = SIMD16<Double>.zero
                for k in 0..<16 { column[k] = mixed[k][i] }
                let solved = factor.solve(column)
                for k in 0..<16 { reduced.rows[i] -= mixed[k] * solved[k] }
                reduced.side[i] -= (column * side).sum()
            }
        }

        /// The step of the stamps' errors that goes with a step of the unknowns.
        func step(with step: SIMD16<Double>) -> SIMD16<Double> {
            guard let factor else { return .zero }
            var side = own.side
            for k in 0..<16 { side[k] -= (mixed[k] * step).sum() }
            return factor.solve(side)
        }
    }
}
