import Geometry
import Testing

@testable import Odometry

@Suite("Samples that come at once")
struct BurstSpreaderTests {
    /// The times that samples with some stamps get, nanoseconds, and how many came out before the last went in.
    static func spread(_ stamps: [Int64]) -> (times: [Int64], early: Int) {
        var spreader = BurstSpreader()
        var times: [Int64] = []
        var early = 0
        for stamp in stamps {
            early = times.count
            let sample = InertialSample(timestampNanoseconds: stamp, angularVelocity: .zero, specificForce: .zero)
            spreader.add(sample) { times.append($0.timestampNanoseconds) }
        }
        spreader.release { times.append($0.timestampNanoseconds) }
        return (times, early)
    }

    @Test("a steady or scattered stream keeps its times, and no sample waits")
    func steady() {
        var generator = SeededGenerator(seed: 3)
        for (period, scatter) in [(5e6, 0.0), (16.7e6, 2e6), (2.5e6, 3e5)] {
            let stamps = (0..<300).map { Int64(Double($0) * period + scatter * generator.nextUniform()) }
            let (times, early) = Self.spread(stamps)
            #expect(times == stamps && early == stamps.count - 1)
        }
    }

    @Test("bursts of three lie evenly after the first, also if one of them is lost", arguments: [false, true])
    func bursts(isLossy: Bool) {
        let period: Int64 = 16_666_667
        var stamps: [Int64] = []
        var truth: [Int64] = []
        for burst in 0..<60 {
            for part in 0..<3 where !(isLossy && burst % 7 == 5 && part == 1) {
                stamps.append(Int64(3 * burst + 2) * period + Int64(part) * 1000)
                truth.append(Int64(3 * burst + part) * period)
            }
        }
        let times = Self.spread(stamps).times
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        // What came before bursts were known, and lay in the past then, is gone.
        let offset = times.count - truth.count
        #expect(offset <= 0 && offset > -20)
        let errors = zip(times, truth.dropFirst(-offset)).dropFirst(20).map { abs($0 - $1) }
        #expect(errors.allSatisfy { $0 < ((isLossy ? period / 2 : 0) + 5000) }, "\(errors)")
    }

    @Test("a clock that stands still holds back few samples, and its times still rise")
    func frozen() {
        var stamps = (0..<40).map { Int64($0) * 5_000_000 }
        stamps += (1...1000).map { stamps[39] + Int64($0) }
        let (times, early) = Self.spread(stamps)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(early >= 40 && times.last == stamps.last)
    }
}
