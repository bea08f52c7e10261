import Geometry

/// Updates the filter with a body at rest: no velocity, the gyroscope reads its bias, the accelerometer gravity and its
/// bias.
struct ZeroVelocityUpdater {
    struct Tuning: Equatable, Sendable {
        /// The standard deviation of a velocity at rest.
        ///
        /// Unit: m/s. Range: 0.003…0.05. Origin: by hand.
        let velocitySigma = 0.01
        /// The standard deviation of the mean angular velocity over an image's interval.
        ///
        /// Unit: rad/s. Range: 0.001…0.05. Origin: by hand.
        let rateSigma = 0.01
        /// The standard deviation of the mean specific force over an image's interval.
        ///
        /// Unit: m/s². Range: 0.03…0.3. Origin: by hand.
        let forceSigma = 0.1
        /// The standard deviation of the velocity at a start from rest.
        ///
        /// Unit: m/s. Range: 0.01…0.1. Origin: by hand.
        let startVelocitySigma = 0.03
        /// The standard deviation of the mean angular velocity at a start from rest.
        ///
        /// Unit: rad/s. Range: 0.001…0.01. Origin: by hand.
        let startRateSigma = 0.003
        /// The standard deviation of the mean specific force at a start from rest.
        ///
        /// Unit: m/s². Range: 0.02…0.1. Origin: by hand.
        let startForceSigma = 0.05
    }

    static let tuning = Tuning()

    /// For a body that rests while it is tracked.
    static let resting = ZeroVelocityUpdater(
        velocitySigma: tuning.velocitySigma,
        rateSigma: tuning.rateSigma,
        forceSigma: tuning.forceSigma
    )
    /// For a start from rest.
    static let starting = ZeroVelocityUpdater(
        velocitySigma: tuning.startVelocitySigma,
        rateSigma: tuning.startRateSigma,
        forceSigma: tuning.startForceSigma
    )

    private let velocitySigma: Double
    private let rateSigma: Double
    private let forceSigma: Double

    /// Updates a filter by the mean readings of the time just passed.
    func apply(_ readings: InertialStatistics, to filter: SlidingWindowFilter, with update: KalmanUpdate) {
        let state = filter.inertial
        let up = Vector3(0, 0, filter.configuration.gravity)
        let bodyFromWorld = state.rotation.inverse.matrix
        update.removeAll()
        // v = v̂ + φ × v̂ + ν
        let velocityToTurn = -Matrix3(crossProductWith: state.velocity)
        add(
            -state.velocity,
            (velocityToTurn, StateLayout.rotation),
            (.identity, StateLayout.velocity),
            velocitySigma,
            filter,
            update
        )
        if readings.count > 0 {
            add(
                readings.meanRate - state.gyroscopeBias,
                (.identity, StateLayout.gyroscopeBias),
                (.zero, StateLayout.rotation),
                rateSigma,
                filter,
                update
            )
            // R̂ᵀ exp(−φ) u = R̂ᵀ u + R̂ᵀ [u] φ
            add(
                readings.meanForce - bodyFromWorld * up - state.accelerometerBias,
                (bodyFromWorld * Matrix3(crossProductWith: up), StateLayout.rotation),
                (.identity, StateLayout.accelerometerBias),
                forceSigma,
                filter,
                update
            )
        }
        update.apply(to: filter)
    }

    /// Adds three rows in two pairs, the last one empty.
    private func add(
        _ residual: Vector3,
        _ first: (part: Matrix3, column: Int),
        _ other: (part: Matrix3, column: Int),
        _ sigma: Double,
        _ filter: SlidingWindowFilter,
        _ update: KalmanUpdate
    ) {
        for pair in 0..<2 {
            let rows = update.nextJacobian
            rows.removeAll()
            append(first.part, at: first.column, pair: pair, to: rows)
            append(other.part, at: other.column, pair: pair, to: rows)
            for i in 0..<2 { rows.multiply(i, filter.covariance.matrix, into: update.product(update.count + i)) }
            update.append(
                pair == 0 ? Vector2(residual.x, residual.y) : Vector2(residual.z, 0),
                sigma: sigma
            )
        }
    }

    /// The first two rows of a part, or its last and an empty one.
    private func append(_ part: Matrix3, at column: Int, pair: Int, to rows: SparseRows) {
        rows.append(Matrix2x3(rows: pair == 0 ? part.row0 : part.row2, pair == 0 ? part.row1 : .zero), at: column)
    }
}
