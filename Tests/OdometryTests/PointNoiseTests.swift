import Geometry
import Testing

@testable import Odometry

@Suite("The noise of followed points, learnt")
struct PointNoiseTests {
    /// What is learnt from landmarks whose residuals have a standard deviation, and some of which are wrong matches.
    static func learnt(
        from start: Double,
        residualSigma: Double,
        wrongShare: Double = 0,
        imageCount: Int = 150
    )
        -> PointNoise
    {
        var generator = SeededGenerator(seed: 4)
        var noise = PointNoise(sigma: start, minimum: 0)
        var distances = WeightedMedian(capacity: 40)
        for _ in 0..<imageCount {
            distances.removeAll()
            for _ in 0..<40 {
                let isWrong = generator.nextUniform() < wrongShare
                let residual = Vector2(generator.nextNormal(), generator.nextNormal()) * (isWrong ? 8 : residualSigma)
                distances.add(dot(residual, residual) / (noise.sigma * noise.sigma), weight: 1)
            }
            noise.record(medianDistance: distances.median ?? 0, count: distances.count)
        }
        return noise
    }

    @Test("half and twice the start lead to the same noise, larger than the residuals by a fixed share")
    func convergence() {
        let expected = 0.2 / PointNoise.tuning.innovationShare.squareRoot()
        for start in [0.1, 0.2, 0.4, 0.8] {
            let noise = Self.learnt(from: start, residualSigma: 0.2)
            #expect(abs(noise.sigma / expected - 1) < 0.08, "\(start): \(noise.sigma)")
        }
    }

    @Test("the outlier bound is that of the points' own spread, whatever noise is assumed")
    func bound() {
        let noise = Self.learnt(from: 0.3, residualSigma: 0.2)
        let bound = ChiSquare.bound(degrees: 2) * noise.boundRatio * noise.sigma * noise.sigma
        #expect(abs(bound / (ChiSquare.bound(degrees: 2) * 0.04) - 1) < 0.2)
    }

    @Test("one wrong match in five changes the noise by less than a fifth")
    func wrongMatches() {
        let clean = Self.learnt(from: 0.2, residualSigma: 0.2)
        let mixed = Self.learnt(from: 0.2, residualSigma: 0.2, wrongShare: 0.2)
        #expect(mixed.sigma > clean.sigma && mixed.sigma < 1.2 * clean.sigma)
    }

    @Test("few landmarks teach nothing, and a guessed lens keeps its noise")
    func limits() {
        var noise = PointNoise(sigma: 1, minimum: 1)
        noise.record(medianDistance: 100, count: 3)
        #expect(noise == PointNoise(sigma: 1, minimum: 1))
        for _ in 0..<50 { noise.record(medianDistance: 0.01, count: 40) }
        #expect(noise.sigma == 1)
    }
}
