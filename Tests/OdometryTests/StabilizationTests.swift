import Geometry
import Testing

@testable import Odometry

@Suite("Image stabilisation")
struct StabilizationTests {
    /// What a flight over a stabilised or a plain view came to.
    struct Outcome {
        var verdict: StabilizationDetector.Verdict?
        /// When the verdict was reached, seconds after the take-off.
        var seconds = Double.infinity
        /// Estimated over true path.
        var scale = 0.0
    }

    static func fly(_ flight: SimulatedFlight, density: Double, seed: UInt64) -> Outcome {
        var configuration = ConsistencyTests.configuration(flight)
        configuration.tuning.viewDensity = density
        configuration.tuning.stabilizedViewDensity = density > 0 ? 0 : 0.007
        var run = FlightRun(flight: flight, configuration: configuration, seed: seed)
        var outcome = Outcome()
        var speeds = (estimated: 0.0, real: 0.0)
        run.run(until: 12) { estimator, time in
            if outcome.verdict == nil, let verdict = estimator.stabilizationVerdict {
                (outcome.verdict, outcome.seconds) = (verdict, time - flight.takeOff)
            }
            guard time > 6 else { return }
            speeds.estimated += estimator.filter.inertial.velocity.length
            speeds.real += flight.velocity(time).length
        }
        outcome.scale = speeds.estimated / speeds.real
        return outcome
    }

    private static func stabilizedFlight(seed: UInt64) -> SimulatedFlight {
        var flight = SimulatedFlight(seed: seed, size: 0.6)
        flight.viewAmplitude = 0.02
        return flight
    }

    @Test("a view that turns otherwise than the body is noticed", arguments: 1...3)
    func stabilized(seed: UInt64) {
        let blind = Self.fly(Self.stabilizedFlight(seed: seed), density: 0, seed: 700 + seed)
        #expect(blind.verdict == .stabilized && blind.seconds < 3, "\(blind)")
    }

    @Test("the scale is found all the same where the view turns otherwise")
    func stabilizedScale() {
        let errors = (1...12).map { (seed: UInt64) in
            Self.fly(Self.stabilizedFlight(seed: seed), density: 0.007, seed: 700 + seed).scale - 1
        }
        let square = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
        #expect(square.squareRoot() < 0.07, "\(errors)")
    }

    @Test("a plain view is not taken for a stabilised one", arguments: 1...2)
    func plain(seed: UInt64) {
        let outcome = Self.fly(SimulatedFlight(seed: seed, size: 0.6), density: 0, seed: 800 + seed)
        #expect(outcome.verdict == .plain && outcome.seconds < 6, "\(outcome)")
    }

    @Test("uneven image times are not taken for a stabilised view", arguments: 1...3)
    func uneven(seed: UInt64) {
        var flight = SimulatedFlight(seed: seed, size: 0.6)
        flight.timestampSigma = 0.012
        let outcome = Self.fly(flight, density: 0, seed: 900 + seed)
        #expect(outcome.verdict != .stabilized, "\(outcome)")
    }

    @Test("turns as large as their covariance are plain, larger ones stabilised")
    func test() {
        var generator = SeededGenerator(seed: 9)
        func verdict(sigma: Double) -> StabilizationDetector.Verdict? {
            var test = StabilizationTest()
            for _ in 0..<100 where test.verdict == nil {
                let turn = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * sigma
                test.weigh(
                    .init(value: turn, covariance: .identity * 2.5e-7, perSecondLate: Vector3(0, 0.3, 0)),
                    seconds: 1 / 30
                )
            }
            return test.verdict
        }
        for _ in 0..<10 {
            #expect(verdict(sigma: 5e-4) == .plain)
            #expect(verdict(sigma: 2e-3) == .stabilized)
        }
    }

    @Test("speeds that agree are plain, others stabilised, and nothing is decided at once or at rest")
    func speeds() {
        func verdicts(ratio: Double, speed: Double) -> [StabilizationDetector.Verdict?] {
            var comparison = SpeedComparison()
            return (0..<300).map { image in
                // A tenth more and less from image to image.
                let plain = speed * ratio * (image % 2 == 0 ? 1.1 : 0.9)
                comparison.add(plainSpeed: plain, stabilizedSpeed: speed, seconds: 1 / 30)
                return comparison.verdict
            }
        }
        let decided = Int(30 * (SpeedComparison.tuning.settlingSeconds + SpeedComparison.tuning.comparedSeconds)) + 2
        let expectations: [(ratio: Double, verdict: StabilizationDetector.Verdict)] = [
            (1.02, .plain), (0.85, .stabilized), (1.15, .stabilized),
        ]
        for (ratio, expected) in expectations {
            let found = verdicts(ratio: ratio, speed: 0.3)
            #expect(found[..<(decided - 4)].allSatisfy { $0 == nil })
            #expect(found[decided...].allSatisfy { $0 == expected })
            #expect(verdicts(ratio: ratio, speed: 0.02).allSatisfy { $0 == nil })
        }
        #expect(verdicts(ratio: 0.935, speed: 0.3).allSatisfy { $0 == nil })
    }

    @Test("a clone moves with the view's turn as its covariance says")
    func cloneJacobian() {
        func clone(turnedBy error: Vector3) -> (filter: SlidingWindowFilter, clone: CloneState) {
            let filter = PixelJacobianTests.filter(viewDensity: 0.02)
            var correction = [Double](repeating: 0, count: StateLayout.dimension)
            for axis in 0..<3 { correction[StateLayout.viewTurn + axis] = 0.01 + error[axis] }
            filter.correct(correction)
            let slot = filter.addClone(angularVelocity: .zero)
            return (filter, filter.clones[slot])
        }
        let size = 1e-4
        let (filter, plain) = clone(turnedBy: .zero)
        let (p, start) = (filter.covariance, StateLayout.clone(filter.clones.newest))
        var (turns, shifts) = (Matrix3.zero, Matrix3.zero)
        for axis in 0..<3 {
            var error = Vector3.zero
            error[axis] = size
            let moved = clone(turnedBy: error).clone
            let turn = (moved.rotation * plain.rotation.inverse).log
            let shift = moved.position - Rotation(exp: turn) * plain.position
            for row in 0..<3 { (turns[row, axis], shifts[row, axis]) = (turn[row] / size, shift[row] / size) }
        }
        let known = p.matrix3(row: StateLayout.viewTurn, column: StateLayout.viewTurn)
        for (part, jacobian) in [turns, shifts].enumerated() {
            let numeric = jacobian * known
            let stated = p.matrix3(row: start + 3 * part, column: StateLayout.viewTurn)
            // The view's turn is small but not zero: its left Jacobian is left out.
            let limit = 0.03 * numeric.rootSquareSum
            #expect((stated + numeric * -1).rootSquareSum < limit, "\(stated) \(numeric)")
        }
    }

    @Test("the view comes back to the body, and leaves out its share of the body's turns")
    func follower() {
        var view = ViewStabilization(density: 0.01)
        view.correct(turn: Vector3(0.02, 0, 0), share: 0.5)
        view.move(by: .zero, seconds: ViewStabilization.tuning.returnSeconds)
        #expect(abs(view.turn.x - 0.01) < 1e-12)
        view.move(by: Vector3(0, 0.1, 0), seconds: 0.001)
        #expect(abs(view.turn.y + 0.05) < 1e-12)
    }
}

extension Matrix3 {
    fileprivate var rootSquareSum: Double { (self * transposed).trace.squareRoot() }
}
