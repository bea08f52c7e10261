import RealModule
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

    @Test func `A survey corrects the law where it was made, and says how little it knows elsewhere`() {
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
        func difference(_ station: Int, _ point: SIMD2<Double>) -> (mean: Double, variance: Double) {
            let (with, without) = (
                field.expectation(station: station, at: point), law.expectation(station: station, at: point)
            )
            return (with.mean - without.mean, with.variance / without.variance)
        }
        let (here, far) = (difference(0, place), difference(0, SIMD2(11, 7.5)))
        #expect((-9.0)...(-7) ~= here.mean && here.variance < 0.3)
        #expect(abs(far.mean) < 1.5 && (0.95...1).contains(far.variance))
        // The other stations have no sample; what differs from visit to visit remains everywhere.
        #expect(difference(1, place).mean == 0 && abs(difference(1, place).variance - 1) < 1e-6)
        #expect(here.variance >= SurveyedField.Tuning().visitShare)
    }

    @Test func `What two samples say of a place between them is the Gaussian process's mean`() {
        let tuning = SurveyedField.Tuning()
        let residuals = [(0.0, 6.0), (2.0, -2.0)].map {
            ResidualProcess.Residual(position: SIMD2($0.0, 0), level: $0.1, count: 4)
        }
        let process = ResidualProcess(residuals, variance: 36, tuning: tuning)
        let found = process.prediction(at: SIMD2(0.5, 0))
        // k (K + noise)⁻¹ y by hand for two samples.
        let (place, noise) = (36 * 0.9, 36 * 0.1 + 25.0 / 4)
        let (a, b, c) = (
            place * tuning.correlation(0.5), place * tuning.correlation(1.5), place * tuning.correlation(2)
        )
        let determinant = (place + noise) * (place + noise) - c * c
        let mean = (a * ((place + noise) * 6 + c * 2) + b * (-(place + noise) * 2 - c * 6)) / determinant
        let explained = ((a * a + b * b) * (place + noise) - 2 * a * b * c) / determinant
        #expect(abs(found.mean - mean) < 1e-9)
        #expect(abs(found.variance - (place - explained + 3.6)) < 1e-9)
    }

    @Test func `Power, exponent and gains are learnt from levels on the way`() {
        let open = FloorPlan(maximum: plan.maximum)
        let gains = [5.0, -3, 0, -2]
        let real = stations.enumerated().map { index, station in
            var station = station
            (station.power, station.exponent) = (station.power - 6 + gains[index], 2.8)
            return station
        }
        let law = PathLossField(stations: stations, plan: open)
        var field = CalibratingField(law: law)
        var generator = SeededGenerator(seed: 8)
        func error(_ field: CalibratingField) -> Double {
            var sum = 0.0
            for index in 0..<40 {
                let point = SIMD2(Double(index % 8) * 1.5 + 0.7, Double(index / 8) * 1.5 + 0.7)
                for station in real.indices {
                    let found = field.expectation(station: station, at: point).mean
                    sum += abs(found - real[station].expectedLevel(at: point))
                }
            }
            return sum / Double(40 * real.count)
        }
        let before = error(field)
        for _ in 0..<400 {
            let place = open.randomPoint(using: &generator)
            let readings = stations.indices.map { index in
                let mean = real[index].expectedLevel(at: place) + 3 * generator.gaussian()
                return StationReading(station: index, level: SignalLevel(mean: mean, variance: 1))
            }
            field.learn(from: readings, among: [WeightedPlace(position: place, weight: 1)], seconds: 1)
        }
        #expect(before > 8 && error(field) < 2, "\(before), then \(error(field)) dB")
        #expect((2.4...3.1).contains(field.law.stations[0].exponent))
    }

    @Test func `A walk among receivers that nobody has calibrated is found better by a law that learns`() {
        let open = FloorPlan(maximum: SIMD2(16, 12))
        let places = [
            SIMD2(0.5, 0.5), SIMD2(15.5, 0.5), SIMD2(0.5, 11.5), SIMD2(15.5, 11.5), SIMD2(8, 6), SIMD2(8, 0.5),
        ]
        let known = places.map { Station(position: $0, heightDifference: 1, power: -63, exponent: 2.2) }
        let law = PathLossField(stations: known, plan: open)
        var (plain, learning) = (0.0, 0.0)
        for seed in UInt64(1)...4 {
            var generator = SeededGenerator(seed: seed)
            let real = known.map { station in
                var station = station
                (station.power, station.exponent) = (-58 + 3 * generator.gaussian(), 1.6)
                return station
            }
            var one = ParticleLocator(field: law, plan: open, seed: seed)
            var two = ParticleLocator(field: CalibratingField(law: law), plan: open, seed: seed)
            for second in 0..<50 {
                let angle = Double(second) * 0.12
                let truth = SIMD2(8 + 5 * Double.cos(angle), 6 + 4 * Double.sin(angle))
                let readings = real.indices.map { index in
                    let mean = real[index].expectedLevel(at: truth) + 4 * generator.gaussian()
                    return StationReading(station: index, level: SignalLevel(mean: mean, variance: 12))
                }
                let time = Int64(second) * 1_000_000_000
                plain += distance(one.update(readings, at: time).position, truth) / 200
                learning += distance(two.update(readings, at: time).position, truth) / 200
            }
        }
        #expect(learning < plain * 0.9, "\(learning) against \(plain) m")
    }

    @Test func `A survey shows what walls take, and leaves a wall that it never heard through`() throws {
        let plan = FloorPlan(
            maximum: SIMD2(12, 8),
            walls: [
                Wall(from: SIMD2(6, 0), to: SIMD2(6, 6)), Wall(from: SIMD2(11.9, 7.8), to: SIMD2(12, 7.9), loss: 7),
            ]
        )
        var real = plan
        real.walls[0].loss = 14
        let receivers = [SIMD2(0.5, 0.5), SIMD2(11.5, 0.5), SIMD2(0.5, 7.5)].enumerated().map {
            VenueReceiver(identifier: "r\($0)", position: $1)
        }
        var generator = SeededGenerator(seed: 9)
        let survey = (0..<60).flatMap { _ -> [SurveySample] in
            let place = SIMD2(
                Double.random(in: 0.5...11, using: &generator),
                Double.random(in: 0.5...7, using: &generator)
            )
            return receivers.map { receiver in
                let station = Station(
                    position: receiver.position ?? .zero,
                    heightDifference: 1,
                    power: 3,
                    exponent: 1.8
                )
                let level = station.expectedLevel(at: place) - real.loss(place, station.position)
                return SurveySample(
                    receiver: receiver.identifier,
                    position: place,
                    level: level + 4 * generator.gaussian(),
                    count: 5
                )
            }
        }
        let venue = VenueConfiguration(plan: plan, receivers: receivers, survey: survey)
        let model = try #require(VenueRadioMap(venue).survey(on: 0))
        #expect(abs(model.walls[0].loss - 14) < 2)
        #expect(abs(model.walls[1].loss - 7) < 0.01)
    }

    @Test func `A factor solves its equations, and there is none of a matrix that is not positive`() throws {
        let factor = try #require(CholeskyFactor([4, 2, 1, 2, 5, 3, 1, 3, 6], order: 3))
        for (found, expected) in zip(factor.solve([11, 21, 25]), [1.0, 2, 3]) { #expect(abs(found - expected) < 1e-12) }
        #expect(CholeskyFactor([1, 2, 2, 1], order: 2) == nil)
        #expect(CholeskyFactor([], order: 0)?.solve([]) == [])
    }

    @Test func `Walls stop people and dampen signals`() {
        #expect(!plan.isPassable(SIMD2(5, 2), SIMD2(7, 2)))
        #expect(plan.isPassable(SIMD2(5, 6), SIMD2(7, 6)))
        #expect(!plan.isPassable(SIMD2(1, 1), SIMD2(-1, 1)))
        #expect(plan.loss(SIMD2(5, 2), SIMD2(7, 2)) == 8)
    }
}
