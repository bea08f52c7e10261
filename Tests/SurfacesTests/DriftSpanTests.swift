import Testing

@testable import Surfaces

@Suite("Drift between what was seen over a span and a moment")
struct DriftSpanTests {
    @Test("the variance is that of a random walk against its mean over a span", arguments: [0.0, 1, 1.4, 2, 2.9, 3, 5])
    func walk(moment: Double) {
        let seen = (0..<400).map { 1 + (Double($0) + 0.5) / 200 }
        let mean = seen.reduce(0, +) / 400
        let square = seen.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 400
        let span = DriftSpan(middle: mean, deviation: square.squareRoot())
        let away = seen.reduce(0) { $0 + abs($1 - moment) } / 400
        let apart = seen.reduce(0) { sum, one in sum + seen.reduce(0) { $0 + abs($1 - one) } } / 160_000
        #expect(abs(span.variance(against: moment) - (away - apart / 2)) < 1e-4)
    }

    @Test("what was seen at one moment drifts away from it evenly")
    func moment() {
        let span = DriftSpan(middle: 2)
        #expect(span.variance(against: 2) == 0 && span.variance(against: 2.5) == 0.5 && span.variance(against: 1) == 1)
    }
}
