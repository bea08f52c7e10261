import Testing

@testable import Proximity

@Suite struct SignalFilterTests {
    private func settle(_ filter: some SignalFilter, deviation: Double, seed: UInt64 = 1) -> SignalLevel? {
        var (filter, generator) = (filter, SeededGenerator(seed: seed))
        for index in Int64(0)..<400 {
            filter.add(rssi: -70 + deviation * generator.gaussian(), at: index * 100_000_000)
        }
        return filter.level(at: 39_900_000_000)
    }

    @Test func `Every filter finds the mean of a noisy level`() throws {
        #expect(abs(try #require(settle(TrimmedMeanFilter(), deviation: 4)).mean + 70) < 1)
        #expect(abs(try #require(settle(AutoregressiveFilter(), deviation: 4)).mean + 70) < 3)
        #expect(abs(try #require(settle(KalmanFilter(), deviation: 4)).mean + 70) < 2)
    }

    @Test func `The Kalman filter learns how noisy a link is`() {
        var (quiet, noisy) = (KalmanFilter(), KalmanFilter())
        var generator = SeededGenerator(seed: 2)
        for index in Int64(0)..<600 {
            quiet.add(rssi: -70 + generator.gaussian(), at: index * 100_000_000)
            noisy.add(rssi: -70 + 6 * generator.gaussian(), at: index * 100_000_000)
        }
        #expect(quiet.packetVariance == quiet.leastPacketVariance)
        #expect((18...60).contains(noisy.packetVariance))
    }

    /// The NEES over a simulated drift of the modelled kind; 1 is consistent.
    @Test func `The Kalman filter's variance is honest`() throws {
        var (generator, total, count) = (SeededGenerator(seed: 3), 0.0, 0.0)
        for _ in 0..<50 {
            var (filter, truth) = (KalmanFilter(restingDrift: 0.5, walkingDrift: 0.5), -70.0)
            for index in Int64(0)..<300 {
                truth += (0.05).squareRoot() * generator.gaussian()
                filter.add(rssi: truth + 4 * generator.gaussian(), at: index * 100_000_000)
                guard index > 100, let level = filter.level(at: index * 100_000_000) else { continue }
                total += (level.mean - truth) * (level.mean - truth) / level.variance
                count += 1
            }
        }
        #expect((0.7...1.4).contains(total / count))
    }

    @Test func `The Kalman filter tells resting from walking`() {
        var (filter, generator) = (KalmanFilter(), SeededGenerator(seed: 8))
        for index in Int64(0)..<300 { filter.add(rssi: -70 + 2 * generator.gaussian(), at: index * 100_000_000) }
        #expect(filter.walking < 0.3)
        for index in Int64(300)..<350 {
            filter.add(rssi: -70 + Double(index - 300) * 0.4 + 2 * generator.gaussian(), at: index * 100_000_000)
        }
        #expect(filter.walking > 0.7)
    }

    @Test func `A filter that has received nothing knows nothing`() {
        #expect(KalmanFilter().level(at: 0) == nil)
        #expect(TrimmedMeanFilter().level(at: 0) == nil)
        #expect(AutoregressiveFilter().level(at: 0) == nil)
    }
}
