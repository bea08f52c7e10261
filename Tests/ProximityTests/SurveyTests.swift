import Proximity
import Testing

@Suite struct SurveyTests {
    private let second: Int64 = 1_000_000_000
    private let tag = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 1, minor: 1)

    private func packet(_ rssi: Int, _ seconds: Double, power: Int? = -60) -> ReceivedPacket {
        ReceivedPacket(beacon: tag, rssi: rssi, measuredPower: power, nanoseconds: Int64(seconds * 1e9))
    }

    @Test func `Packets lie on the straight way between two places, relative to the power`() throws {
        var recorder = SurveyRecorder(beacon: tag)
        recorder.receive(packet(-50, 0.5), by: "a")
        #expect(recorder.mark(SIMD2(0, 0), at: second).isEmpty)
        for (rssi, seconds) in [(-70, 2.0), (-72, 2.2), (-80, 5.0)] { recorder.receive(packet(rssi, seconds), by: "a") }
        recorder.receive(packet(-66, 5), by: "b", power: -50)
        recorder.receive(packet(127, 3), by: "a")
        recorder.receive(
            ReceivedPacket(
                beacon: .iBeacon(uuid: BeaconWalk.venueUUID, major: 9, minor: 9),
                rssi: -40,
                measuredPower: -59,
                nanoseconds: 3 * second
            ),
            by: "a"
        )
        // Four metres in eight seconds.
        let samples = recorder.mark(SIMD2(4, 0), at: 9 * second)
        #expect(samples.map(\.receiver) == ["a", "a", "b"])
        #expect(samples.map(\.count) == [2, 1, 1])
        #expect(samples.map(\.level) == [-11, -20, -16])
        for (sample, x) in zip(samples, [0.55, 2, 2]) { #expect(abs(sample.position.x - x) < 1e-9) }
    }

    @Test func `A way that takes longer than a minute is not trusted, and begins anew`() {
        var recorder = SurveyRecorder(beacon: tag)
        _ = recorder.mark(.zero, at: 0)
        recorder.receive(packet(-70, 30), by: "a")
        #expect(recorder.mark(SIMD2(9, 0), at: 61 * second).isEmpty)
        recorder.receive(packet(-70, 62), by: "a")
        #expect(recorder.mark(SIMD2(9, 1), at: 63 * second).count == 1)
        #expect(recorder.mark(SIMD2(9, 1), at: 63 * second).isEmpty)
    }

    @Test func `A survey makes errors smaller by two fifths where receivers and building differ from the law`() throws {
        var (plain, surveyed) = ([Double](), [Double]())
        for seed in UInt64(1)...4 {
            var building = StrangeBuilding(tag: tag, seed: seed)
            let samples = building.surveyed()
            let (without, with) = try building.errors(surveys: [], samples)
            plain += without
            surveyed += with
        }
        let means = [plain, surveyed].map { $0.reduce(0, +) / Double($0.count) }
        #expect(plain.count > 100)
        #expect(means[1] < means[0] * 0.6, "\(means) m")
    }
}
