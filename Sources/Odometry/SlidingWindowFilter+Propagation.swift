import Geometry

extension SlidingWindowFilter {
    /// Moves state and covariance on to a later time through the samples between.
    func propagate(to end: Double, through samples: InertialBuffer) {
        guard end > time else { return }
        propagator.reset()
        propagator.setForceDensity(configuration.forceDensity(samples, before: end))
        samples.forEachStep(from: time, to: end) { a, b, seconds, gap in
            propagator.move(&inertial, from: a, to: b, seconds: seconds, gap: gap)
        }
        time = end
        moveCovariance()
    }

    /// P ← Φ P Φᵀ + Q for the inertial rows, Φ P for their columns to the rest.
    private func moveCovariance() {
        let p = covariance
        let rest = StateLayout.dimension - 16
        let old = rowScratch
        old.copy(from: p.block(row: 0, column: 0, rows: 16, columns: StateLayout.dimension))
        let cross = p.block(row: 0, column: 16, rows: 16, columns: rest)
        cross.clear()
        cross.add(
            transposed: propagator.transitionTransposed,
            times: old.block(row: 0, column: 16, rows: 16, columns: rest)
        )
        let block = blockScratch
        block.clear()
        block.add(
            old.block(row: 0, column: 0, rows: 16, columns: 16),
            times: propagator.transitionTransposed
        )
        let own = p.block(row: 0, column: 0, rows: 16, columns: 16)
        own.copy(from: propagator.addedCovariance)
        own.add(transposed: propagator.transitionTransposed, times: block)
        own.mirrorLowerTriangle()
        for row in 16..<StateLayout.dimension {
            for column in 0..<16 { p[row, column] = p[column, row] }
        }
    }
}
