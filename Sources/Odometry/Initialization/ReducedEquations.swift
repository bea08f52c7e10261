import Geometry

/// The normal equations of the unknowns, with points and timestamps eliminated, and what is needed to recover both.
struct ReducedEquations {
    typealias Rows = NormalEquations.Rows

    /// What is kept of a point when it is eliminated.
    struct Point {
        /// The inverse of the point's own matrix.
        let inverse: Matrix3
        let side: Vector3
        /// The point's rows with the unknowns.
        let mixed: Rows
        /// The point's rows with the images' timestamps.
        let timestamps: Rows
    }

    /// The equations of the unknowns alone.
    private(set) var reduced = NormalEquations()
    private(set) var timestamps = TimestampEquations()
    private var points: [Point?] = []
    private var squaredErrors = 0.0
    private var observationCount = 0
    /// The residual from which an observation no longer counts in full, pixels.
    private let knee: Double

    /// Starts from the prior; room for some points.
    init(prior: MotionPrior, deviations: SIMD16<Double>, knee: Double, pointCount: Int) {
        self.knee = knee
        reduced.addPrior(weights: prior.weights, deviations: deviations)
        points.reserveCapacity(pointCount)
    }

    /// What is kept of a point; nil if it is not used.
    func point(_ index: Int) -> Point? { points[index] }

    /// The degrees of freedom: how many more measurements there are than unknowns.
    var freedom: Int { 2 * observationCount - 16 - 3 * points.count }

    /// The mean square of the residuals, an axis, pixels².
    var variance: Double { squaredErrors / Double(Swift.max(freedom, 1)) }

    /// Leaves out the next point.
    mutating func skipPoint() { points.append(nil) }

    /// Adds the next point's observations and eliminates the point.
    mutating func addPoint(
        _ track: InitializationWindow.Track,
        _ point: InverseDistancePoint,
        _ predictors: [ObservationPredictor]
    ) {
        let square = knee * knee
        var own = Matrix3(diagonal: Vector3(1e-6, 1e-6, 1e-6))
        var side = Vector3.zero
        var mixed = (SIMD16<Double>.zero, SIMD16<Double>.zero, SIMD16<Double>.zero)
        var late = (SIMD16<Double>.zero, SIMD16<Double>.zero, SIMD16<Double>.zero)
        for observation in track.observations {
            let image = observation.image
            guard
                let prediction = predictors[image].prediction(
                    point,
                    observedAt: observation.point,
                    row: observation.row
                )
            else { continue }
            let squared = dot(prediction.error, prediction.error)
            let weight = 1 / (1 + squared / square)
            squaredErrors += weight * squared
            observationCount += 1
            let (slopesX, slopesY) = prediction.slopes
            let (pointX, pointY) = prediction.pointSlopes
            reduced.add(slopesX, prediction.error.x, weight)
            reduced.add(slopesY, prediction.error.y, weight)
            let a = pointX * weight
            let b = pointY * weight
            own = own + Matrix3(outerProductOf: pointX, a) + Matrix3(outerProductOf: pointY, b)
            side -= a * prediction.error.x + b * prediction.error.y
            mixed.0 += slopesX * a.x + slopesY * b.x
            mixed.1 += slopesX * a.y + slopesY * b.y
            mixed.2 += slopesX * a.z + slopesY * b.z
            // The time offset stands for the first image's timestamp error.
            guard image > 0 else { continue }
            timestamps.add(prediction, image, weight)
            let product = a * prediction.speed.x + b * prediction.speed.y
            late.0[image] += product.x
            late.1[image] += product.y
            late.2[image] += product.z
        }
        guard let inverse = own.inverse else { return points.append(nil) }
        let equations = Point(inverse: inverse, side: side, mixed: mixed, timestamps: late)
        let products = Self.product(inverse, mixed)
        reduced.eliminate(mixed, products, side: side)
        timestamps.eliminate(equations, products)
        points.append(equations)
    }

    /// Eliminates the timestamps' errors, after all points.
    mutating func eliminateTimestamps(errors: SIMD16<Double>, weight: Double) {
        timestamps.eliminate(from: &reduced, errors: errors, weight: weight)
    }

    /// An inverse matrix times three rows.
    fileprivate static func product(_ inverse: Matrix3, _ rows: Rows) -> Rows {
        let (a, b, c) = rows
        return (
            a * inverse[0, 0] + b * inverse[0, 1] + c * inverse[0, 2],
            a * inverse[1, 0] + b * inverse[1, 1] + c * inverse[1, 2],
            a * inverse[2, 0] + b * inverse[2, 1] + c * inverse[2, 2]
        )
    }
}

/// The part of the normal equations that belongs to the images' timestamps, a lane an image.
struct TimestampEquations {
    /// Among each other.
    private var own = NormalEquations()
    /// With the unknowns: a row an image.
    private var mixed = [SIMD16<Double>](repeating: .zero, count: 16)
    /// The factored equations, once eliminated.
    private var factor: NormalFactor?

    /// The inverse of the timestamps' own matrix, row by row; nil before the elimination or if there is none.
    var inverse: [SIMD16<Double>]? { factor?.inverse }

    /// Adds an observation.
    fileprivate mutating func add(_ prediction: ObservationPrediction, _ image: Int, _ weight: Double) {
        let speed = prediction.speed * weight
        mixed[image] += prediction.slopes.0 * speed.x + prediction.slopes.1 * speed.y
        own.addDiagonal(image, dot(speed, prediction.speed), product: dot(speed, prediction.error))
    }

    /// Subtracts what a point explains; `products` are its inverse matrix times its rows with the unknowns.
    fileprivate mutating func eliminate(_ point: ReducedEquations.Point, _ products: ReducedEquations.Rows) {
        let (a, b, c) = point.timestamps
        own.eliminate(point.timestamps, ReducedEquations.product(point.inverse, point.timestamps), side: point.side)
        for i in 0..<16 {
            let (first, second, third): ReducedEquations.Rows = (
                products.0 * a[i], products.1 * b[i], products.2 * c[i]
            )
            mixed[i] -= first + second + third
        }
    }

    /// Eliminates the timestamps' errors, which are expected to be small, from the unknowns' equations.
    fileprivate mutating func eliminate(
        from reduced: inout NormalEquations,
        errors: SIMD16<Double>,
        weight: Double
    ) {
        own.addPrior(weights: SIMD16(repeating: weight), deviations: errors)
        factor = own.factor()
        guard let factor else { return }
        let side = factor.solve(own.side)
        for i in 0..<16 {
            var column = SIMD16<Double>.zero
            for k in 0..<16 { column[k] = mixed[k][i] }
            let solved = factor.solve(column)
            for k in 0..<16 { reduced.subtract(mixed[k] * solved[k], fromRow: i) }
            reduced.subtract((column * side).sum(), fromSide: i)
        }
    }

    /// The step of the timestamps' errors that goes with a step of the unknowns.
    func step(with step: SIMD16<Double>) -> SIMD16<Double> {
        guard let factor else { return .zero }
        var side = own.side
        for k in 0..<16 { side[k] -= (mixed[k] * step).sum() }
        return factor.solve(side)
    }
}
