import RealModule
import Testing

@testable import Proximity

@Suite struct DistanceModelTests {
    private func level(_ mean: Double) -> SignalLevel { SignalLevel(mean: mean, variance: 1) }

    @Test func `The published formulas give the published distances`() throws {
        let phone = try #require(CurveFitModel.phone.estimate(level(-59), measuredPower: -59))
        #expect(abs(phone.distance - 1.01076) < 1e-9)
        let android = try #require(CurveFitModel.androidBeaconLibrary.estimate(level(-59), measuredPower: -59))
        #expect(abs(android.distance - 0.97085) < 1e-9)
        let half = try #require(CurveFitModel.phone.estimate(level(-50), measuredPower: -100))
        #expect(abs(half.distance - Double.pow(0.5, 10)) < 1e-12)
        let espresense = try #require(LogDistanceModel().estimate(level(-86), measuredPower: -59))
        #expect(abs(espresense.distance - 10) < 1e-9)
    }

    @Test func `Distance grows as the level falls, in every model`() throws {
        func check(_ model: some DistanceModel) throws {
            var before = 0.0
            for mean in stride(from: -20.0, through: -110, by: -1) {
                let estimate = try #require(model.estimate(level(mean), measuredPower: -59))
                #expect(estimate.distance >= before)
                #expect(estimate.accuracy > 0)
                before = estimate.distance
            }
        }
        try check(CurveFitModel.phone)
        try check(CurveFitModel.androidBeaconLibrary)
        try check(LogDistanceModel())
        try check(ShadowedDistanceModel())
    }

    @Test func `Numbers that make no sense give no distance or a finite one`() {
        #expect(CurveFitModel.phone.estimate(level(-59), measuredPower: 0) == nil)
        #expect(ShadowedDistanceModel().estimate(level(.nan), measuredPower: -59) == nil)
        #expect(ShadowedDistanceModel().estimate(level(-127), measuredPower: 20)?.distance.isFinite == true)
    }

    /// Listeners drawn from the prior and levels drawn from the law: two in three errors are within one sigma.
    @Test func `The error covers two cases of three`() throws {
        var (generator, within) = (SeededGenerator(seed: 4), 0)
        let model = ShadowedDistanceModel()
        for _ in 0..<4000 {
            let chi = (0..<6).reduce(0.0) { sum, _ in
                let number = generator.gaussian()
                return sum + number * number
            }
            let distance = Swift.max(abs(model.reach * (6 / chi).squareRoot() * generator.gaussian()), 0.03)
            let mean = -59 - 20 * Double.log10(distance) + 7 * generator.gaussian()
            let estimate = try #require(
                model.estimate(SignalLevel(mean: mean, variance: 0), measuredPower: -59)
            )
            if abs(estimate.distance - distance) <= estimate.accuracy { within += 1 }
        }
        #expect((0.64...0.72).contains(Double(within) / 4000))
    }

    @Test func `A path-loss fit finds the law it was drawn from`() throws {
        var generator = SeededGenerator(seed: 5)
        let samples = (0..<500).map { _ in
            let distance = Double.random(in: 0.5...15, using: &generator)
            return (distance: distance, rssi: -62 - 25 * Double.log10(distance) + 4 * generator.gaussian())
        }
        let fit = try #require(PathLossFit(samples))
        #expect(abs(fit.power + 62) < 1)
        #expect(abs(fit.exponent - 2.5) < 0.15)
        #expect(abs(fit.shadowing - 4) < 0.4)
        #expect(PathLossFit([]) == nil)
    }
}
