import Geometry
import Testing

@testable import Odometry

@Suite("Inertial propagation")
struct InertialPropagatorTests {
    static let noise = InertialNoise(
        gyroscopeDensity: 1e-3,
        accelerometerDensity: 1e-2,
        gyroscopeWalk: 1e-4,
        accelerometerWalk: 1e-3
    )

    static func start() -> InertialState {
        InertialState(
            rotation: Rotation(exp: Vector3(0.3, -0.2, 1)),
            velocity: Vector3(1, -0.5, 0.2),
            position: Vector3(3, 4, -2),
            gyroscopeBias: Vector3(0.01, 0.02, -0.03),
            accelerometerBias: Vector3(0.1, -0.2, 0.05)
        )
    }

    static func reading(_ time: Double) -> InertialReading {
        InertialReading(
            angularVelocity: Vector3(0.5 + 0.3 * time, -0.8, 0.4 - time),
            specificForce: Vector3(0.5, 2 * time, 9.5 + time)
        )
    }

    static func move(_ start: InertialState, with propagator: InertialPropagator, step: Double = 0.005) -> InertialState
    {
        var state = start
        let count = Int((0.1 / step).rounded())
        for i in 0..<count {
            let time = Double(i) * step
            propagator.move(&state, from: reading(time), to: reading(time + step), seconds: step, gap: step)
        }
        return state
    }

    /// The error that leads from one state to another.
    static func error(from a: InertialState, to b: InertialState) -> [Double] {
        let turn = (b.rotation * a.rotation.inverse).log
        let back = Rotation.leftJacobian(turn).inverse ?? .identity
        let rotation = Rotation(exp: turn)
        let velocity = back * (b.velocity - rotation * a.velocity)
        let position = back * (b.position - rotation * a.position)
        let parts = [
            turn, velocity, position, b.gyroscopeBias - a.gyroscopeBias, b.accelerometerBias - a.accelerometerBias,
        ]
        return parts.flatMap { [$0.x, $0.y, $0.z] }
    }

    @Test("the transition agrees with numeric differences in all fifteen directions")
    func transition() {
        let propagator = InertialPropagator(noise: Self.noise, gravity: 9.81)
        let end = Self.move(Self.start(), with: propagator)
        let transition = (0..<15).map { row in (0..<15).map { propagator.transitionTransposed[$0, row] } }
        let size = 1e-5
        for column in 0..<15 {
            var errors = [Double](repeating: 0, count: 15)
            errors[column] = size
            var moved = Self.start()
            moved.correct(InertialError(errors))
            let other = Self.move(moved, with: InertialPropagator(noise: Self.noise, gravity: 9.81))
            let difference = Self.error(from: end, to: other)
            for row in 0..<15 { #expect(abs(difference[row] / size - transition[row][column]) < 2e-3) }
        }
    }

    @Test("half the step changes the result by little")
    func convergence() {
        let coarse = Self.move(Self.start(), with: InertialPropagator(noise: Self.noise, gravity: 9.81), step: 0.01)
        let fine = Self.move(Self.start(), with: InertialPropagator(noise: Self.noise, gravity: 9.81), step: 0.0005)
        #expect((coarse.rotation.inverse * fine.rotation).angle < 1e-7)
        #expect((coarse.velocity - fine.velocity).length < 1e-5)
        #expect((coarse.position - fine.position).length < 1e-6)
    }

    @Test("a body in free rest stays where it is")
    func rest() {
        let propagator = InertialPropagator(noise: Self.noise, gravity: 9.81)
        var state = InertialState()
        let still = InertialReading(angularVelocity: .zero, specificForce: Vector3(0, 0, 9.81))
        for _ in 0..<200 { propagator.move(&state, from: still, to: still, seconds: 0.005, gap: 0.005) }
        #expect(state.position.length < 1e-12)
        // White noise and walk of the gyroscope; white noise of the accelerometer and gravity seen through the tilt.
        #expect(abs(propagator.addedCovariance[0, 0] - (1e-6 + 1e-8 / 3)) < 1e-10)
        #expect(abs(propagator.addedCovariance[3, 3] - (1e-4 + 9.81 * 9.81 * 1e-6 / 3)) < 1e-6)
    }
}
