import Testing

@testable import Proximity

@Suite struct PositionTests {
    private let plan = FloorPlan(
        maximum: SIMD2(12, 8),
        walls: [Wall(from: SIMD2(6, 0), to: SIMD2(6, 5), loss: 8)]
    )
    private let stations = [SIMD2(0.5, 0.5), SIMD2(11.5, 0.5), SIMD2(0.5, 7.5), SIMD2(11.5, 7.5)]
        .map { Station(position: $0, heightDifference: 0.5, shadowing: 3) }

    private func readings(
        at point: SIMD2<Double>,
        noise: Double,
        _ generator: inout SeededGenerator
    ) -> [StationReading] {
        let field = PathLossField(stations: stations, plan: plan)
        return stations.indices.map { index in
            let mean = field.expectation(station: index, at: point).mean + noise * generator.gaussian()
            return StationReading(station: index, level: SignalLevel(mean: mean, variance: 0.1))
        }
    }

    private func distance(_ left: SIMD2<Double>, _ right: SIMD2<Double>) -> Double {
        ((left - right) * (left - right)).sum().squareRoot()
    }

    @Test func `Least squares finds the place of exact levels`() throws {
        var generator = SeededGenerator(seed: 1)
        let locator = LeastSquaresLocator(stations: stations, plan: plan)
        for _ in 0..<50 {
            let truth = plan.randomPoint(using: &generator)
            let estimate = try #require(locator.locate(readings(at: truth, noise: 0, &generator)))
            #expect(distance(estimate.position, truth) < 0.7)
        }
    }

    @Test func `Least squares wants three links`() {
        var generator = SeededGenerator(seed: 1)
        let two = Array(readings(at: SIMD2(3, 3), noise: 0, &generator).prefix(2))
        #expect(LeastSquaresLocator(stations: stations, plan: plan).locate(two) == nil)
    }

    /// Two sigmas in two dimensions hold 86 %; the linearised covariance is somewhat tight.
    @Test func `The error ellipse of least squares covers`() throws {
        var (generator, inside) = (SeededGenerator(seed: 2), 0)
        let open = FloorPlan(maximum: plan.maximum)
        let locator = LeastSquaresLocator(stations: stations, plan: open)
        for _ in 0..<400 {
            let truth = SIMD2(
                Double.random(in: 3...9, using: &generator),
                Double.random(in: 2...6, using: &generator)
            )
            let levels = stations.enumerated().map { index, station in
                let mean = station.expectedLevel(at: truth) + 3 * generator.gaussian()
                return StationReading(station: index, level: SignalLevel(mean: mean, variance: 0))
            }
            let estimate = try #require(locator.locate(levels))
            if estimate.squaredSigmas(of: truth) < 4 { inside += 1 }
        }
        #expect(Double(inside) / 400 > 0.75)
    }

    @Test func `The ellipse has the covariance's axes`() {
        let estimate = PositionEstimate(position: .zero, covariance: (xx: 2.5, yy: 2.5, xy: 1.5))
        #expect(abs(estimate.ellipse.semiMajor - 2) < 1e-12)
        #expect(abs(estimate.ellipse.semiMinor - 1) < 1e-12)
        #expect(abs(estimate.ellipse.angle - .pi / 4) < 1e-12)
    }

    @Test func `The particle filter follows a walk round a wall`() {
        var generator = SeededGenerator(seed: 3)
        var locator = ParticleLocator(
            field: PathLossField(stations: stations, plan: plan),
            plan: plan,
            seed: 4
        )
        var errors: [Double] = []
        for tick in 0..<60 {
            let share = Double(tick) / 59
            let truth = share < 0.5 ? SIMD2(3, 1 + 12 * share * 0.9) : SIMD2(3 + 12 * (share - 0.5), 6.4)
            let estimate = locator.update(
                readings(at: truth, noise: 3, &generator),
                at: Int64(tick) * 1_000_000_000
            )
            if tick > 5 { errors.append(distance(estimate.position, truth)) }
        }
        #expect(errors.reduce(0, +) / Double(errors.count) < 1.2)
    }

    @Test func `The particle filter finds its way back after being carried off`() {
        var generator = SeededGenerator(seed: 5)
        let open = FloorPlan(maximum: plan.maximum)
        var locator = ParticleLocator(field: PathLossField(stations: stations, plan: open), plan: open, seed: 6)
        for tick in 0..<60 {
            let truth = tick < 30 ? SIMD2(2.0, 2.0) : SIMD2(10.0, 6.0)
            let levels = stations.enumerated().map { index, station in
                let mean = station.expectedLevel(at: truth) + 2 * generator.gaussian()
                return StationReading(station: index, level: SignalLevel(mean: mean, variance: 0))
            }
            let estimate = locator.update(levels, at: Int64(tick) * 1_000_000_000)
            if tick == 29 || tick == 59 { #expect(distance(estimate.position, truth) < 1.5) }
        }
    }

    @Test func `Levels of unknown stations and none at all do no harm`() {
        var locator = ParticleLocator(
            field: PathLossField(stations: stations, plan: plan),
            plan: plan,
            seed: 7
        )
        let strange = StationReading(station: 99, level: SignalLevel(mean: .nan, variance: 0))
        #expect(plan.contains(locator.update([strange], at: 0).position))
        #expect(plan.contains(locator.update([], at: 1_000_000_000).position))
    }

    @Test func `A survey corrects the law where it was made and leaves it alone elsewhere`() {
        let law = PathLossField(stations: stations, plan: plan)
        let place = SIMD2(3.0, 3.0)
        let samples = (0..<50).map { _ in
            SurveyedField.Sample(
                station: 0,
                position: place,
                rssi: law.expectation(station: 0, at: place).mean - 9
            )
        }
        let field = SurveyedField(law: law, samples: samples)
        let here = field.expectation(station: 0, at: place).mean - law.expectation(station: 0, at: place).mean
        #expect((-9.0)...(-7.5) ~= here)
        let far = SIMD2(10.0, 7.0)
        #expect(field.expectation(station: 0, at: far) == law.expectation(station: 0, at: far))
    }

    @Test func `Walls stop people and dampen signals`() {
        #expect(!plan.isPassable(SIMD2(5, 2), SIMD2(7, 2)))
        #expect(plan.isPassable(SIMD2(5, 6), SIMD2(7, 6)))
        #expect(!plan.isPassable(SIMD2(1, 1), SIMD2(-1, 1)))
        #expect(plan.loss(SIMD2(5, 2), SIMD2(7, 2)) == 8)
    }
}
