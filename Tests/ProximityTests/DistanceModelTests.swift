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

    /// Levels drawn from the law at one distance, with the exponent and the shadowing that the model states.
    ///
    /// A posterior's own interval fails here beyond the reach: at 6 m it holds 13 %.
    @Test(arguments: [0.3, 0.5, 1, 2, 4, 6, 8, 12, 20])
    func `The error holds the truth in two of three cases at every distance`(distance: Double) throws {
        var (generator, within) = (SeededGenerator(seed: 4), 0)
        let model = ShadowedDistanceModel()
        for _ in 0..<600 {
            let exponent = model.exponent + model.exponentSigma * generator.gaussian()
            let mean = -59 - 10 * exponent * Double.log10(distance) + model.shadowing * generator.gaussian()
            let level = SignalLevel(mean: mean, variance: 0)
            let estimate = try #require(model.estimate(level, measuredPower: -59))
            if abs(estimate.distance - distance) <= estimate.accuracy { within += 1 }
        }
        #expect((0.62...0.97).contains(Double(within) / 600))
    }

    @Test func `A fit over many distances knows its exponent better than a fit at one`() throws {
        func fit(_ distances: [Double]) throws -> PathLossFit {
            try #require(PathLossFit(distances.map { ($0, -59 - 20 * Double.log10($0)) }))
        }
        let narrow = try fit([1, 1, 1, 1])
        let wide = try fit((0..<10).flatMap { _ in [0.5, 1, 2, 4, 8, 16] })
        #expect(abs(narrow.exponentSigma - 0.5) < 1e-9)
        #expect(wide.exponentSigma < 0.2)
        #expect(wide.model.exponentSigma == wide.exponentSigma)
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
