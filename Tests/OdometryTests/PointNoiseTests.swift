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
                let distance = dot(residual, residual) / (noise.sigma * noise.sigma)
                distances.add(distance / ChiSquare.median(degrees: 2), weight: 1)
            }
            noise.record(medianRatio: distances.median ?? 0, weight: distances.weight)
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

    /// The noise learnt from a few landmarks and from features outside of the state, each seen by five images.
    static func learnt(landmarkCount: Int, landmarkSigma: Double, featureSigma: Double) -> PointNoise {
        var generator = SeededGenerator(seed: 6)
        var noise = PointNoise(sigma: 0.1, minimum: 0)
        func ratios(count: Int, freedom: Int, sigma: Double) -> WeightedMedian {
            var result = WeightedMedian(capacity: count)
            for _ in 0..<count {
                var distance = 0.0
                for _ in 0..<freedom {
                    let residual = generator.nextNormal() * sigma / noise.sigma
                    distance += residual * residual
                }
                result.add(distance / ChiSquare.median(degrees: freedom), weight: 1)
            }
            return result
        }
        for _ in 0..<150 {
            var all = ratios(count: landmarkCount, freedom: 2, sigma: landmarkSigma)
            let weight = PointNoise.featureWeight(landmarkCount: landmarkCount)
            all.add(ratios(count: 20, freedom: 7, sigma: featureSigma), weight: weight)
            noise.record(medianRatio: all.median ?? 0, weight: all.weight)
        }
        return noise
    }

    @Test(
        "without landmarks, and with a few, the features outside of the state teach the noise",
        arguments: [0, 1, 4, 8]
    )
    func features(landmarkCount: Int) {
        let noise = Self.learnt(landmarkCount: landmarkCount, landmarkSigma: 0.3, featureSigma: 0.3)
        let expected = 0.3 / PointNoise.tuning.innovationShare.squareRoot()
        #expect(abs(noise.sigma / expected - 1) < 0.08, "\(noise.sigma)")
    }

    @Test("with enough landmarks the features outside of the state do not count, and with fewer they do by and by")
    func featureWeight() {
        let sufficient = Int(PointNoise.tuning.sufficientCount)
        let alone = Self.learnt(landmarkCount: sufficient, landmarkSigma: 0.2, featureSigma: 0.2)
        let beside = Self.learnt(landmarkCount: sufficient, landmarkSigma: 0.2, featureSigma: 0.8)
        #expect(abs(beside.sigma / alone.sigma - 1) < 0.15, "\(beside.sigma)")
        let weights = (0...sufficient + 2).map { PointNoise.featureWeight(landmarkCount: $0) }
        #expect(weights.first == 1 && weights.last == 0)
        for (a, b) in zip(weights, weights.dropFirst()) { #expect(a >= b && a - b < 0.1) }
    }

    @Test("there is a median whatever the weights are, also where they are not exact")
    func weightedMedian() {
        for count in 1..<40 {
            for weight in [1.0, 2.0 / 3, 0.1, 1.0 / 12] {
                var median = WeightedMedian(capacity: count + 4)
                for index in 0..<4 { median.add(Double(index), weight: 1) }
                for index in 0..<count { median.add(Double(index % 7) + 0.5, weight: weight) }
                #expect(median.median != nil, "\(count) values of weight \(weight)")
            }
        }
    }

    @Test("half of the sums of squared normal numbers lie below the median", arguments: [1, 2, 7, 20])
    func median(degrees: Int) {
        var generator = SeededGenerator(seed: 9)
        let below = (0..<20_000).filter { _ in
            var sum = 0.0
            for _ in 0..<degrees {
                let value = generator.nextNormal()
                sum += value * value
            }
            return sum < ChiSquare.median(degrees: degrees)
        }
        #expect(abs(Double(below.count) / 20_000 - 0.5) < 0.015, "\(below.count)")
    }

    @Test("few landmarks teach nothing, and a guessed lens keeps its noise")
    func limits() {
        var noise = PointNoise(sigma: 1, minimum: 1)
        noise.record(medianRatio: 100, weight: 3)
        #expect(noise == PointNoise(sigma: 1, minimum: 1))
        for _ in 0..<50 { noise.record(medianRatio: 0.01, weight: 40) }
        #expect(noise.sigma == 1)
    }
}
