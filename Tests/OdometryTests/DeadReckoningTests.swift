import Geometry
import Testing

@testable import Odometry

@Suite("Where the body is while the pictures show nothing")
struct DeadReckoningTests {
    /// What a flight through the dark came to.
    struct Outcome {
        /// How many images after the first pose had none.
        var lost = 0
        /// Whether there was a pose at the end.
        var isTracking = false
        /// The error of the position at the end, metres, and of the rotation, radians.
        var position = 0.0
        var rotation = 0.0
    }

    static func fly(dark: Range<Double>, until end: Double, seed: UInt64) -> Outcome {
        var flight = SimulatedFlight(seed: seed, size: 3)
        flight.pixelSigma = 0.3
        flight.agility = 1.5
        var run = FlightRun(flight: flight, configuration: ConsistencyTests.configuration(flight), seed: 400 + seed)
        run.dark = dark
        var outcome = Outcome()
        var align: (turn: Rotation, origin: Vector3, start: Vector3)?
        run.run(until: end) { estimator, time in
            outcome.isTracking = estimator.isTracking
            if align != nil, !estimator.isTracking { outcome.lost += 1 }
            guard estimator.isTracking else { return }
            let state = estimator.filter.inertial
            let real = flight.rotation(time)
            if align == nil {
                let turn = Rotation(exp: Vector3(0, 0, SimulatedFlight.yaw(state.rotation * real.inverse)))
                align = (turn, flight.position(time), state.position)
            }
            guard let align else { return }
            let position = align.turn * (flight.position(time) - align.origin) + align.start
            outcome.position = (position - state.position).length
            outcome.rotation = (align.turn * real * state.rotation.inverse).log.length
        }
        return outcome
    }

    @Test("three dark seconds cost decimetres and no fresh start", arguments: 1...4)
    func dark(seed: UInt64) {
        let outcome = Self.fly(dark: 8..<11, until: 14, seed: seed)
        #expect(outcome.lost == 0)
        #expect(outcome.position < 0.6, "\(outcome)")
        #expect(outcome.rotation < 0.03, "\(outcome)")
    }

    @Test("after seven dark seconds tracking starts afresh, turned as the body has turned", arguments: 1...4)
    func lost(seed: UInt64) {
        let outcome = Self.fly(dark: 8..<15, until: 26, seed: seed)
        #expect(outcome.lost > 0 && outcome.isTracking)
        #expect(outcome.rotation < 0.05, "\(outcome)")
    }

    @Test("motion that frozen samples did not show counts in the position's variance, also after they are back")
    func missedMotion() {
        let flight = SimulatedFlight(seed: 1)
        let reckoning = DeadReckoning(configuration: ConsistencyTests.configuration(flight))
        reckoning.hold(until: 3)
        #expect(reckoning.missedVariance == 0)
        reckoning.confirm(InertialState(), at: 10)
        #expect(reckoning.missedVariance == 0)
        reckoning.hold(until: 11)
        reckoning.hold(until: 13)
        let distance = 3 * DeadReckoning.tuning.unknownSpeed
        #expect(abs(reckoning.missedVariance - distance * distance) < 1e-9)
        reckoning.confirm(InertialState(), at: 13.1)
        reckoning.hold(until: 13.1)
        #expect(abs(reckoning.missedVariance - distance * distance) < 1e-9)
        reckoning.reset()
        #expect(reckoning.missedVariance == 0)
    }
}
