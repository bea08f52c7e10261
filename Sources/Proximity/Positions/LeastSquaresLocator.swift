import RealModule

/// Position by weighted least squares over path-loss residuals: Levenberg–Marquardt with Huber weights.
///
/// Residuals are in dB, where shadowing is Gaussian, and not in metres, where it is skewed.
public struct LeastSquaresLocator: Sendable {
    /// The stations that readings refer to.
    public var stations: [Station]
    /// The floor; positions stay on it.
    public var plan: FloorPlan

    /// Creates a locator.
    public init(stations: [Station], plan: FloorPlan) {
        self.stations = stations
        self.plan = plan
    }

    /// The position that fits the readings best; `nil` with fewer than three of them.
    ///
    /// Several starts are tried, since the cost has more than one minimum.
    public func locate(_ readings: [StationReading]) -> PositionEstimate? {
        let usable = readings.filter { stations.indices.contains($0.station) && $0.level.mean.isFinite }
        guard usable.count >= 3 else { return nil }
        let loudest = usable.sorted { $0.level.mean > $1.level.mean }.prefix(3).map { stations[$0.station].position }
        let middle = (plan.minimum + plan.maximum) / 2
        let centre = loudest.reduce(SIMD2<Double>.zero, +) / Double(loudest.count)
        let found = ([middle, centre] + loudest).map { descend(from: plan.clamped($0), usable) }
        return found.min { $0.cost < $1.cost }.map { estimate(at: $0.position, usable) }
    }

    private struct Normal {
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        var gradient = SIMD2<Double>.zero
        var cost = 0.0
    }

    private func descend(
        from start: SIMD2<Double>,
        _ readings: [StationReading]
    ) -> (position: SIMD2<Double>, cost: Double) {
        var (position, damping) = (start, 1e-2)
        var normal = linearise(at: position, readings)
        for _ in 0..<40 {
            let (xx, yy) = (normal.xx * (1 + damping) + 1e-9, normal.yy * (1 + damping) + 1e-9)
            let determinant = xx * yy - normal.xy * normal.xy
            guard determinant > 0 else { break }
            let step =
                SIMD2(
                    yy * normal.gradient.x - normal.xy * normal.gradient.y,
                    xx * normal.gradient.y - normal.xy * normal.gradient.x
                ) / determinant
            let candidate = plan.clamped(position + step)
            let next = linearise(at: candidate, readings)
            if next.cost < normal.cost {
                (position, normal, damping) = (candidate, next, Swift.max(damping / 4, 1e-6))
            } else {
                damping *= 6
                if damping > 1e8 { break }
            }
        }
        return (position, normal.cost)
    }

    /// The normal equations at a point: weights 1/σ², Huber's beyond 1.5 σ.
    private func linearise(at point: SIMD2<Double>, _ readings: [StationReading]) -> Normal {
        var normal = Normal()
        for reading in readings {
            let station = stations[reading.station]
            let variance = station.shadowing * station.shadowing + reading.level.variance
            let distance = station.distance(to: point)
            let expected = station.expectedLevel(at: point) - station.wallLoss(to: point, in: plan)
            let residual = reading.level.mean - expected
            let sigmas = abs(residual) / variance.squareRoot()
            let weight = (sigmas > 1.5 ? 1.5 / sigmas : 1) / variance
            // d(level)/d(point) = −10 n / ln 10 · (point − station) / d².
            let slope = -10 * station.exponent / Double.log(10) / (distance * distance)
            let row = (point - station.position) * slope
            normal.xx += weight * row.x * row.x
            normal.yy += weight * row.y * row.y
            normal.xy += weight * row.x * row.y
            normal.gradient += row * (weight * residual)
            normal.cost += sigmas > 1.5 ? 3 * sigmas - 2.25 : sigmas * sigmas
        }
        return normal
    }

    private func estimate(at position: SIMD2<Double>, _ readings: [StationReading]) -> PositionEstimate {
        let normal = linearise(at: position, readings)
        // A broad prior of the plan's size keeps the covariance finite if the stations are collinear.
        let size = plan.maximum - plan.minimum
        let (xx, yy) = (normal.xx + 12 / (size.x * size.x), normal.yy + 12 / (size.y * size.y))
        let determinant = xx * yy - normal.xy * normal.xy
        let scale = Swift.max(1, normal.cost / Double(Swift.max(readings.count - 2, 1))) / determinant
        return PositionEstimate(
            position: position,
            covariance: (xx: yy * scale, yy: xx * scale, xy: -normal.xy * scale)
        )
    }
}
