import Geometry

/// Propagates the inertial state through samples, with the transition Φ of its error and the noise Q.
///
/// The error is the right-invariant one of SE₂(3), so that its transition depends on the state only through the biases'
/// columns: what cannot be observed (position and turn about gravity) stays unobserved at every linearisation point,
/// which is what first-estimate Jacobians achieve for the classic error.
///
/// Sources: A. Barrau, S. Bonnabel, "The invariant extended Kalman filter as a stable observer", 2017, arXiv:1410.1465;
/// R. Hartley, M. Ghaffari, R. Eustice, J. Grizzle, "Contact-aided invariant extended Kalman filtering for robot state
/// estimation", 2020, arXiv:1904.09251, section V-C (biases); Y. Yang, C. Chen, W. Lee, G. Huang, "Decoupled right
/// invariant error states for consistent visual-inertial navigation", 2022 (landmarks and clones apart).
final class InertialPropagator {
    struct Tuning: Equatable, Sendable {
        /// The distance of two samples from which the motion between them counts as unknown.
        ///
        /// Unit: s. Range: 0.02…0.2. Origin: by hand.
        let gap = 0.05
        /// The growth of the squared gyroscope density with a gap.
        ///
        /// Unit: (rad/s)²/Hz/s. Range: 0.05…1. Origin: by hand.
        let gyroscopeGrowth = 0.25
        /// The growth of the squared accelerometer density with a gap.
        ///
        /// Unit: (m/s²)²/Hz/s. Range: 1…20. Origin: by hand.
        let accelerometerGrowth = 4.0
    }

    static let tuning = Tuning()

    /// Φ transposed, 15 × 15 in 16 × 16: how the error at the end depends on that at the start.
    private let transition = MatrixBuffer(rows: 16, columns: 16)
    /// Q: the covariance that the noise adds until the end.
    private let noiseCovariance = MatrixBuffer(rows: 16, columns: 16)
    private let step = MatrixBuffer(rows: 16, columns: 16)
    private let scratch = MatrixBuffer(rows: 16, columns: 16)
    private var noise: InertialNoise
    private let gravity: Vector3

    /// Φ transposed.
    var transitionTransposed: MatrixView { transition.view }
    /// Q.
    var addedCovariance: MatrixView { noiseCovariance.view }

    init(noise: InertialNoise, gravity: Double) {
        self.noise = noise
        self.gravity = Vector3(0, 0, -gravity)
        reset()
    }

    /// Sets the accelerometer's white noise, m/s²/√Hz.
    func setForceDensity(_ density: Double) { noise.accelerometerDensity = density }

    /// Starts again: Φ is the identity, Q zero.
    func reset() {
        transition.view.clear()
        noiseCovariance.view.clear()
        for i in 0..<15 { transition.view[i, i] = 1 }
    }

    /// Moves a state over the time between two readings.
    ///
    /// Rotation with the coning term of second order, velocity and position by Simpson's rule on the turned force.
    func move(
        _ state: inout InertialState,
        from a: InertialReading,
        to b: InertialReading,
        seconds dt: Double,
        gap: Double
    ) {
        let rate = (a.angularVelocity + b.angularVelocity) * 0.5 - state.gyroscopeBias
        let coning = cross(a.angularVelocity, b.angularVelocity) * (dt * dt / 12)
        let start = state.rotation
        let middle = start * Rotation(exp: rate * (dt / 2))
        let end = (start * Rotation(exp: rate * dt + coning)).normalized
        let force = (a.specificForce + b.specificForce) * 0.5 - state.accelerometerBias
        let first = start * (a.specificForce - state.accelerometerBias)
        let second = middle * force
        let third = end * (b.specificForce - state.accelerometerBias)
        let velocity = state.velocity + gravity * dt + (first + second * 4 + third) * (dt / 6)
        let position =
            state.position + state.velocity * dt + gravity * (dt * dt / 2) + (first + second * 2) * (dt * dt / 6)
        let centre = InertialState(
            rotation: middle,
            velocity: (state.velocity + velocity) * 0.5,
            position: (state.position + position) * 0.5
        )
        accumulate(around: centre, seconds: dt, gap: gap)
        state.rotation = end
        state.velocity = velocity
        state.position = position
    }
}

extension InertialPropagator {
    /// Φ ← F Φ and Q ← F Q Fᵀ + G Σ Gᵀ over one step, linearised at its middle.
    private func accumulate(around centre: InertialState, seconds dt: Double, gap: Double) {
        fillStep(around: centre, seconds: dt)
        let f = step.view
        let s = scratch.view
        // Φᵀ ← Φᵀ Fᵀ; the step is kept transposed.
        s.clear()
        s.add(transition.view, times: f)
        transition.view.copy(from: s)
        // Q ← F (F Q)ᵀ, as Q is symmetric: first Q Fᵀ, then F times that.
        s.clear()
        s.add(noiseCovariance.view, times: f)
        noiseCovariance.view.clear()
        noiseCovariance.view.add(transposed: f, times: s)
        addNoise(around: centre, seconds: dt, gap: gap)
    }

    /// The transposed transition of one step: its third-order series, which ends there except for the biases.
    private func fillStep(around centre: InertialState, seconds dt: Double) {
        let f = step.view
        f.clear()
        for i in 0..<15 { f[i, i] = 1 }
        let g = Matrix3(crossProductWith: gravity)
        let r = centre.rotation.matrix
        let vr = Matrix3(crossProductWith: centre.velocity) * r
        let pr = Matrix3(crossProductWith: centre.position) * r
        let gr = g * r
        func set(_ m: Matrix3, _ row: Int, _ column: Int) { f.set(m.transposed, row: column, column: row) }
        set(g * dt, 3, 0)
        set(g * (dt * dt / 2), 6, 0)
        set(.identity * dt, 6, 3)
        set(r * -dt, 0, 9)
        set(vr * -dt - gr * (dt * dt / 2), 3, 9)
        set(pr * -dt - vr * (dt * dt / 2) - gr * (dt * dt * dt / 6), 6, 9)
        set(r * -dt, 3, 12)
        set(r * (-dt * dt / 2), 6, 12)
    }

    /// Adds the effect of the sensors' noise in one step.
    ///
    /// In a gap between samples the motion itself is unknown, so the densities grow with the gap.
    private func addNoise(around centre: InertialState, seconds dt: Double, gap: Double) {
        let unknown = gap > Self.tuning.gap ? gap : 0
        let gyroscope = (noise.gyroscopeDensity * noise.gyroscopeDensity + Self.tuning.gyroscopeGrowth * unknown) * dt
        let accelerometer =
            (noise.accelerometerDensity * noise.accelerometerDensity + Self.tuning.accelerometerGrowth * unknown) * dt
        let q = noiseCovariance.view
        let v = Matrix3(crossProductWith: centre.velocity)
        let p = Matrix3(crossProductWith: centre.position)
        // The gyroscope's noise enters as (I, [v], [p]) R n; an isotropic n makes R vanish.
        func add(_ m: Matrix3, _ row: Int, _ column: Int) {
            q.set(q.matrix3(row: row, column: column) + m, row: row, column: column)
        }
        let i = Matrix3.identity
        add(i * gyroscope, 0, 0)
        add(v * gyroscope, 3, 0)
        add(p * gyroscope, 6, 0)
        add(v.transposed * gyroscope, 0, 3)
        add(p.transposed * gyroscope, 0, 6)
        add(v * v.transposed * gyroscope + i * accelerometer, 3, 3)
        add(v * p.transposed * gyroscope + i * (accelerometer * dt / 2), 3, 6)
        add(p * v.transposed * gyroscope + i * (accelerometer * dt / 2), 6, 3)
        add(p * p.transposed * gyroscope + i * (accelerometer * dt * dt / 3), 6, 6)
        add(i * (noise.gyroscopeWalk * noise.gyroscopeWalk * dt), 9, 9)
        add(i * (noise.accelerometerWalk * noise.accelerometerWalk * dt), 12, 12)
    }
}
