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

/// A venue whose receivers have other gains, and whose building has another exponent, than the law.
private struct StrangeBuilding {
    private let second: Int64 = 1_000_000_000
    private let tag: BeaconIdentity
    private let listeners: [SimulatedRadio.Listener]
    private let receivers: [VenueReceiver]
    private let plan: FloorPlan
    private var radio: SimulatedRadio
    private var time: Int64 = 0

    init(tag: BeaconIdentity, seed: UInt64) {
        self.tag = tag
        let places = [SIMD2(0.5, 0.5), SIMD2(15.5, 0.5), SIMD2(0.5, 11.5), SIMD2(15.5, 11.5), SIMD2(8.5, 6)]
        listeners = zip(places, [0, -9, 6, -4, 8]).enumerated().map { index, each in
            let end = SimulatedEnd(position: each.0, height: 2.5)
            return SimulatedRadio.Listener(identifier: "r\(index)", gain: each.1, end: end)
        }
        receivers = places.enumerated().map { VenueReceiver(identifier: "r\($0)", position: $1, height: 2.5) }
        var conditions = RadioConditions()
        conditions.exponent = 2.7
        let walls = [Wall(from: SIMD2(8, 0), to: SIMD2(8, 9)), Wall(from: SIMD2(0, 6), to: SIMD2(5, 6), loss: 15)]
        plan = FloorPlan(maximum: SIMD2(16, 12), walls: walls)
        radio = SimulatedRadio(plan: plan, conditions: conditions, seed: seed, at: 0)
    }

    /// Carries the tag along a route; five times per second the time, the place, and what was received.
    private mutating func walk(_ route: WalkRoute, _ step: (Int64, SIMD2<Double>, [SimulatedRadio.Reception]) -> Void) {
        let start = time
        while Double(time - start) * 1e-9 < route.duration {
            time += second / 5
            let seconds = Double(time - start) * 1e-9
            let position = route.position(at: seconds)
            let end = SimulatedEnd(position: position, heading: route.heading(at: seconds))
            let sender = SimulatedRadio.Sender(identity: tag, end: end)
            step(time, position, radio.packets(of: [sender], to: listeners, until: time))
        }
    }

    /// A survey back and forth over the whole floor, one line per metre.
    mutating func surveyed() -> [SurveySample] {
        var (recorder, samples) = (SurveyRecorder(beacon: tag), [SurveySample]())
        for line in 0..<12 {
            let y = 0.5 + Double(line)
            let stops = line % 2 == 0 ? [WalkStop(0.5, y), WalkStop(15.5, y)] : [WalkStop(15.5, y), WalkStop(0.5, y)]
            samples += recorder.mark(stops[0].position, at: time)
            walk(WalkRoute(stops: stops)) { _, _, received in
                for each in received { recorder.receive(each.packet, by: each.receiver) }
            }
            samples += recorder.mark(stops[1].position, at: time)
        }
        return samples
    }

    /// The errors of the positions on one walk, once per second, by two surveys.
    mutating func errors(surveys first: [SurveySample], _ second: [SurveySample]) throws -> ([Double], [Double]) {
        var trackers = try [first, second].map { survey in
            var tracker = VenueTracker()
            let configuration = VenueConfiguration(plan: plan, receivers: receivers, survey: survey)
            try tracker.configure(configuration, at: time)
            // A receiver that does not greet again counts for fifteen seconds.
            tracker.receiverSeconds = .infinity
            for receiver in receivers { try tracker.greet(receiver.identifier, at: time) }
            return tracker
        }
        var errors = [[Double]](repeating: [], count: 2)
        let stops = [(2.0, 2.0), (7, 3), (7, 10), (12, 10), (14, 3), (10, 6), (3, 9)]
        walk(WalkRoute(stops: stops.map { WalkStop($0, $1, seconds: 3) })) { now, truth, received in
            for index in trackers.indices {
                for each in received { _ = trackers[index].receive(each.packet, by: each.receiver) }
                _ = trackers[index].advance(to: now)
                guard now % 1_000_000_000 == 0,
                    let found = trackers[index].snapshot(at: now).beacons.first?.position
                else { continue }
                let offset = found.position - truth
                errors[index].append((offset * offset).sum().squareRoot())
            }
        }
        return (errors[0], errors[1])
    }
}
