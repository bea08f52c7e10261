import Geometry
import Testing

@testable import Odometry

@Suite("How unevenly pictures are stamped")
struct TimestampJitterTests {
    static func sigma(of delays: [Double]) -> Double {
        var jitter = TimestampJitter()
        for delay in delays { jitter.record(delay, variance: 1e-9, squaredSpeeds: 5e5) }
        return jitter.sigma
    }

    @Test("independent delays come out as their scatter")
    func independent() {
        var generator = SeededGenerator(seed: 5)
        #expect(abs(Self.sigma(of: (0..<200).map { _ in generator.nextNormal() * 0.002 }) - 0.002) < 5e-4)
        #expect(abs(Self.sigma(of: (0..<200).map { _ in generator.nextNormal() * 1e-4 }) - 1e-4) < 1e-4)
    }

    @Test("what lasts from picture to picture is no jitter")
    func lasting() {
        let slow = (0..<200).map { 0.003 * Double.sine(of: Double($0) / 20) }
        #expect(Self.sigma(of: slow) < 6e-4)
        #expect(Self.sigma(of: .init(repeating: 0.002, count: 200)) < 3e-4)
    }

    @Test("delays known badly one by one still tell their scatter together")
    func vague() {
        var generator = SeededGenerator(seed: 6)
        var jitter = TimestampJitter()
        for _ in 0..<400 {
            let delay = generator.nextNormal() * 0.003
            jitter.record(delay + generator.nextNormal() * 0.002, variance: 4e-6, squaredSpeeds: 5e5)
        }
        #expect(abs(jitter.sigma - 0.003) < 1e-3, "\(jitter.sigma)")
    }

    @Test("a single wild stamp changes little")
    func wild() {
        var delays = [Double](repeating: 0, count: 100)
        delays[90] = 0.1
        #expect(Self.sigma(of: delays) < 5e-4)
    }

    @Test("the weighted median parts the weight in halves")
    func median() {
        var median = WeightedMedian(capacity: 4)
        #expect(median.median == nil)
        for (value, weight) in [(5.0, 1.0), (1.0, 1.0), (2.0, 5.0), (9.0, 1.0)] { median.add(value, weight: weight) }
        #expect(median.median == 2)
        #expect(median.value(above: 0.8) == 5)
        #expect(median.value(above: 0.05) == 1)
        #expect(median.weight == 8)
        median.removeAll()
        for value in [3.0, 1.0, 2.0] { median.add(value, weight: 1) }
        #expect(median.median == 2)
    }
}
