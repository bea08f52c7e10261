import Geometry

/// Where the body is while the pictures do not tell: the last state that they bore out, moved on through the samples.
///
/// A start after tracking was lost takes up position and heading from here. A body that moves at 1.5 m/s is more than four metres away after three
/// seconds; its samples alone, with biases that were known well, are off by some decimetres then.
final class DeadReckoning {
    /// For how long velocities serve, seconds; then the body is thought to stay where it is, and only its turns count.
    private static let patience = 6.0

    /// The state now; nil before tracking has begun.
    private(set) var state: InertialState?
    private var time = 0.0
    private var borneOutTime = 0.0
    private let propagator: InertialPropagator

    init(configuration: OdometryConfiguration) {
        propagator = InertialPropagator(noise: configuration.movingNoise, gravity: configuration.gravity)
    }

    /// Forgets where the body was.
    func reset() { state = nil }

    /// Takes up a state that the pictures bear out.
    func take(_ known: InertialState, at now: Double) {
        state = known
        time = now
        borneOutTime = now
    }

    /// Moves on through the samples to a later time.
    func move(to end: Double, through samples: InertialBuffer) {
        guard var moved = state, end > time else { return }
        propagator.reset()
        samples.forEachStep(from: time, to: end) { a, b, seconds, gap in
            propagator.move(&moved, from: a, to: b, seconds: seconds, gap: gap)
        }
        if end - borneOutTime > Self.patience {
            moved.position = state?.position ?? moved.position
            moved.velocity = .zero
        }
        if moved.isFinite { state = moved }
        time = end
    }
}
