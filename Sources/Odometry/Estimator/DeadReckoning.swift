import Geometry

/// The body's motion while images give no information: the last confirmed state, moved on through the samples.
///
/// A start after tracking was lost takes position and heading from here. A body that moves at 1.5 m/s is more than four
/// metres away after three seconds; its samples alone, with biases that were known well, are off by some decimetres
/// then.
final class DeadReckoning {
    struct Tuning: Equatable, Sendable {
        /// For how long the velocity is used; then the body is taken to stay where it is, and only its rotation counts.
        ///
        /// Unit: s. Range: 2…10. Origin: by hand.
        let maximumSeconds = 6.0
        /// How fast a body may have moved while frozen samples did not show it: one standard deviation an axis.
        ///
        /// Unit: m/s. Range: 0.2…2. Origin: by hand: a person's walk, in any direction.
        let unknownSpeed = 0.6
    }

    static let tuning = Tuning()

    /// The state now; nil before tracking has begun.
    private(set) var state: InertialState?
    private var time = 0.0
    private var confirmedTime = 0.0
    /// For how long the body has been held in place since the last confirmed state, seconds.
    private var heldSeconds = 0.0
    private var earlierVariance = 0.0
    private let propagator: InertialPropagator

    init(configuration: OdometryConfiguration) {
        propagator = InertialPropagator(noise: configuration.movingNoise, gravity: configuration.gravity)
    }

    /// The variance of the position, an axis, by motion that the sensors did not show, m².
    var missedVariance: Double {
        let distance = Self.tuning.unknownSpeed * heldSeconds
        return earlierVariance + distance * distance
    }

    /// Forgets where the body was.
    func reset() {
        state = nil
        heldSeconds = 0
        earlierVariance = 0
    }

    /// Sets a state that images confirm.
    func confirm(_ known: InertialState, at now: Double) {
        earlierVariance = missedVariance
        heldSeconds = 0
        state = known
        time = now
        confirmedTime = now
    }

    /// Stays in place and heading until a later time, and is at rest from then on; the samples showed nothing of what
    /// happened since the last confirmed state.
    func hold(until end: Double) {
        if state != nil { heldSeconds = max(heldSeconds, end - confirmedTime) }
        state?.velocity = .zero
        time = max(time, end)
    }

    /// Moves on through the samples to a later time.
    func move(to end: Double, through samples: InertialBuffer) {
        guard var moved = state, end > time else { return }
        propagator.reset()
        samples.forEachStep(from: time, to: end) { a, b, seconds, gap in
            propagator.move(&moved, from: a, to: b, seconds: seconds, gap: gap)
        }
        if end - confirmedTime > Self.tuning.maximumSeconds {
            moved.position = state?.position ?? moved.position
            moved.velocity = .zero
        }
        if moved.isFinite { state = moved }
        time = end
    }
}
