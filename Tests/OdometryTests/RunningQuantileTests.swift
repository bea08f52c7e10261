import Geometry
import Testing

@testable import Odometry

@Suite("A quantile followed number by number")
struct RunningQuantileTests {
    @Test("it settles where its share of the numbers lies below", arguments: [0.3, 0.7])
    func settles(share: Double) {
        var generator = SeededGenerator(seed: 8)
        var quantile = RunningQuantile(share: share, start: 5)
        for _ in 0..<2000 { quantile.record(generator.nextUniform()) }
        #expect(abs(quantile.value - share) < 0.12, "\(quantile.value)")
    }

    @Test("it stays within bounds, however long all lies on one side")
    func bounds() {
        var quantile = RunningQuantile(share: 0.3, start: 1)
        for _ in 0..<5000 { quantile.record(0) }
        #expect(quantile.value == 0.1)
        for _ in 0..<5000 { quantile.record(1e9) }
        #expect(quantile.value == 20)
    }
}
