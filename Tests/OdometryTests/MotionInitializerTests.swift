import Geometry
import RealModule
import Testing

@testable import Odometry

@Suite("Initialisation while moving")
struct MotionInitializerTests {
    @Test("velocity, gravity and biases are found within a second and a half", arguments: 0..<8)
    func motion(seed: Int) throws {
        var simulation = MotionSimulation(seed: UInt64(seed))
        let initializer = MotionInitializer(configuration: configuration(simulation))
        let (outcome, time) = simulation.run(initializer, from: 1 + 0.37 * Double(seed), seconds: 1.5)
        let motion = try #require(solution(outcome))
        let up = motion.odometryFromBody.rotation.inverse * Vector3(0, 0, 1)
        let trueUp = simulation.rotation(time).inverse * Vector3(0, 0, 1)
        #expect(cross(up, trueUp).length < 0.03)
        let velocity = motion.odometryFromBody.rotation.inverse * motion.velocity
        let error = velocity - simulation.rotation(time).inverse * simulation.velocity(time)
        #expect(error.length < 0.12)
        #expect((motion.gyroscopeBias - simulation.gyroscopeBias).length < 0.01)
        #expect(motion.residualPixels < 0.6)
    }

    @Test("errors are not larger than the covariance says")
    func consistency() throws {
        var sum = 0.0
        var count = 0.0
        for seed in 20..<50 {
            var simulation = MotionSimulation(seed: UInt64(seed))
            simulation.pixelNoise = 0.4
            let initializer = MotionInitializer(configuration: configuration(simulation))
            let (outcome, time) = simulation.run(initializer, from: 0.21 * Double(seed), seconds: 2)
            guard let motion = solution(outcome) else { continue }
            let ours = motion.odometryFromBody.rotation
            let truth = simulation.rotation(time)
            let velocity = motion.velocity
            let error = ours * (truth.inverse * simulation.velocity(time)) - velocity
            // In the body's axes the arbitrary heading falls out; the tilt moves the velocity's error along.
            var block = Matrix3.zero
            for (i, row) in [6, 7, 8].enumerated() {
                for (j, column) in [6, 7, 8].enumerated() {
                    let value = motion.covariance[15 * row + column]
                    block = block + Matrix3(outerProductOf: unit(i), unit(j)) * value
                }
            }
            let tilt = Matrix3(crossProductWith: velocity) * (motion.tiltSigma * motion.tiltSigma / 2)
            let spread = block + tilt * Matrix3(crossProductWith: -velocity)
            let inverse = try #require(spread.inverse)
            sum += dot(error, inverse * error)
            count += 3
        }
        #expect(count > 60)
        // One would be exact. The covariance is inflated on purpose: errors of real tracks are correlated, these are
        // not.
        let share = sum / count
        #expect(share > 0.03 && share < 1, "normalised squared error per degree of freedom: \(share)")
    }

    @Test("uneven stamps and a rolling shutter are reckoned with")
    func stamps() {
        let told = meanSquare(seeds: 60..<80) { simulation in
            simulation.timestampSigma = 0.003
            simulation.readoutTime = 0.03
        }
        #expect(told.count > 10)
        // `velocitySigma` is that of the whole vector; one would be exact.
        #expect(told.value < 1.5, "normalised squared error \(told.value)")
    }

    @Test("a velocity found while rotors shake the accelerometer is no surer than that lets it be")
    func shaken() {
        func found(forceDensity: Double) -> (value: Double, count: Int) {
            meanSquare(seeds: 60..<90, forceDensity: forceDensity) { $0.forceNoise = 0.6 }
        }
        // Samples scatter by 0.6 m/s², 200 times per second.
        let told = found(forceDensity: 0.6 / 200.0.squareRoot())
        #expect(told.count > 15)
        #expect(told.value < 1.1, "normalised squared error \(told.value)")
        #expect(found(forceDensity: 0).value > 1.3)
    }

    /// The velocity's normalised squared error, mean of many starts, one being exact.
    private func meanSquare(
        seeds: Range<Int>,
        forceDensity: Double = 0,
        _ change: (inout MotionSimulation) -> Void
    ) -> (value: Double, count: Int) {
        var sum = 0.0
        var count = 0
        for seed in seeds {
            var simulation = MotionSimulation(seed: UInt64(seed))
            change(&simulation)
            var given = configuration(simulation)
            given.readoutTime = simulation.readoutTime
            let initializer = MotionInitializer(configuration: given)
            initializer.forceDensity = forceDensity
            let (outcome, time) = simulation.run(initializer, from: 0.21 * Double(seed), seconds: 2.5)
            guard let motion = solution(outcome) else { continue }
            let ours = motion.odometryFromBody.rotation.inverse * motion.velocity
            let error = ours - simulation.rotation(time).inverse * simulation.velocity(time)
            sum += dot(error, error) / (motion.velocitySigma * motion.velocitySigma)
            count += 1
        }
        return (sum / Double(max(1, count)), count)
    }

    @Test("a motion that does not tell the scale is not accepted", arguments: [MotionSimulation.Path.even, .turning])
    func degenerate(path: MotionSimulation.Path) {
        var simulation = MotionSimulation(seed: 5)
        simulation.path = path
        let initializer = MotionInitializer(configuration: configuration(simulation))
        let (outcome, _) = simulation.run(initializer, from: 1, seconds: 2)
        if case .solved(let motion) = outcome {
            // A rotation on the spot shows that the body rests.
            #expect(path == .turning && motion.velocity.length < 3 * motion.velocitySigma + 0.02)
        }
    }

    @Test("a wrong time offset and a guessed focal length are found along with the motion")
    func guesses() throws {
        var simulation = MotionSimulation(seed: 3)
        simulation.timeOffset = -0.04
        var given = configuration(simulation)
        given.camera.focalLengthPixels = Vector2(425, 425)
        given.timeOffsetSigma = 0.03
        given.focalScaleSigma = 0.08
        let initializer = MotionInitializer(configuration: given)
        let (outcome, _) = simulation.run(initializer, from: 1, seconds: 2)
        let motion = try #require(solution(outcome))
        #expect(abs(motion.timeOffset + 0.04) < 0.005)
        #expect(abs(motion.focalScale * 425 - 460) < 20)
    }

    @Test("too little to see, samples that are not numbers and times that go back are survived")
    func garbage() {
        var simulation = MotionSimulation(seed: 9)
        let initializer = MotionInitializer(configuration: configuration(simulation))
        let bad = InertialSample(
            timestampNanoseconds: 5,
            angularVelocity: Vector3(.nan, 0, 0),
            specificForce: .zero
        )
        initializer.add(bad)
        initializer.add([(identifier: Int32(1), pixel: SIMD2<Float>(.nan, 3))], timestampNanoseconds: 10)
        initializer.add([(identifier: Int32(1), pixel: SIMD2<Float>(2, 3))], timestampNanoseconds: 4)
        guard case .waiting(.tooFewImages) = initializer.solve() else { return #expect(Bool(false)) }
        initializer.reset()
        for index in 0..<30 {
            let stamp = Int64(index) * 50_000_000 + 1_000_000_000
            initializer.add(simulation.observations(1).prefix(3), timestampNanoseconds: stamp)
            _ = initializer.solve()
        }
        guard case .waiting = initializer.solve() else { return #expect(Bool(false)) }
    }

    @Test("the derivatives of an observation agree with numeric differences")
    func slopes() throws {
        var simulation = MotionSimulation(seed: 2)
        let readings = (0..<200).map { index in
            let sample = simulation.sample(0.9 + Double(index) * 0.005)
            return InitializationWindow.Reading(
                time: Double(sample.timestampNanoseconds) * 1e-9,
                angularVelocity: sample.angularVelocity,
                specificForce: sample.specificForce
            )
        }
        var unknowns = MotionUnknowns(bodyFromOptical: simulation.bodyFromOptical.rotation)
        unknowns.velocity = Vector3(0.4, -0.3, 0.2)
        unknowns.gravity = Vector3(0.3, 0.4, -0.9).normalized * 9.81
        unknowns.gyroscopeBias = simulation.gyroscopeBias
        unknowns.focalExcess = 0.03
        let point = InverseDistancePoint(direction: Vector3(0.1, -0.2, 1).normalized, inverseDistance: 0.4)
        let observed = Vector2(0.2, 0.1)
        func view(_ u: MotionUnknowns, late: Double = 0) throws -> ObservationPredictor {
            let times = [1.0123 + u.timeOffset, 1.6037 + u.timeOffset + late]
            let path = try #require(PreintegratedPath(readings, times, u))
            return ObservationPredictor(
                path.nodes[1],
                u,
                arm: simulation.bodyFromOptical.translation,
                focalLength: 460,
                readoutTime: 0.02
            )
        }
        let prediction = try #require(view(unknowns).prediction(point, observedAt: observed, row: 0))
        for index in 0..<16 {
            let size = index == 11 ? 1e-5 : 1e-6
            var step = SIMD16<Double>.zero
            step[index] = size
            let more = unknowns.moved(by: step, inverseDistanceGrowth: 0)
            let less = unknowns.moved(by: -step, inverseDistanceGrowth: 0)
            let plus = try #require(try view(more).error(point, observedAt: observed, row: 0))
            let minus = try #require(try view(less).error(point, observedAt: observed, row: 0))
            let slope = (plus - minus) / (2 * size)
            let analytic = Vector2(prediction.slopes.0[index], prediction.slopes.1[index])
            // Midpoint integration is itself only good to its step: a hundredth will do.
            #expect((slope - analytic).length < 0.01 * (1 + slope.length), "unknown \(index): \(slope) \(analytic)")
        }
        let late = try #require(try view(unknowns, late: 1e-5).error(point, observedAt: observed, row: 0))
        let early = try #require(try view(unknowns, late: -1e-5).error(point, observedAt: observed, row: 0))
        let speed = (late - early) / 2e-5
        #expect((speed - prediction.speed).length < 0.01 * (1 + speed.length), "\(speed) \(prediction.speed)")
        // A point at the lower edge is exposed half the readout time late.
        let lower = try #require(try view(unknowns).error(point, observedAt: observed, row: 0.5))
        #expect((lower - prediction.error - prediction.speed * 0.01).length < 1e-9)
    }

    private func unit(_ index: Int) -> Vector3 {
        var vector = Vector3.zero
        vector[index] = 1
        return vector
    }

    private func configuration(_ simulation: MotionSimulation) -> MotionInitializerConfiguration {
        MotionInitializerConfiguration(camera: simulation.camera, bodyFromOptical: simulation.bodyFromOptical)
    }

    private func solution(_ outcome: MotionInitializerOutcome) -> InitialMotion? {
        if case .solved(let motion) = outcome { motion } else { nil }
    }
}
