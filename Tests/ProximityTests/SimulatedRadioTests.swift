import Proximity
import Testing

@Suite struct SimulatedRadioTests {
    private let second: Int64 = 1_000_000_000
    private let plan = FloorPlan(
        maximum: SIMD2(40, 10),
        walls: [Wall(from: SIMD2(20, 0), to: SIMD2(20, 10), loss: 12)]
    )
    private let tag = BeaconIdentity.altBeacon(uuid: BeaconWalk.venueUUID, major: 1, minor: 2, manufacturer: 0x0118)

    private func listener(_ name: String, _ x: Double, gain: Double = 0) -> SimulatedRadio.Listener {
        let end = SimulatedEnd(position: SIMD2(x, 5), height: 2)
        return SimulatedRadio.Listener(identifier: name, gain: gain, end: end)
    }

    /// The mean levels by receiver of a tag that rests for so long.
    private func levels(
        at x: Double,
        heading: SIMD2<Double>? = nil,
        _ listeners: [SimulatedRadio.Listener],
        seed: UInt64
    ) -> [String: (mean: Double, count: Int)] {
        var radio = SimulatedRadio(plan: plan, seed: seed, at: 0)
        let end = SimulatedEnd(position: SIMD2(x, 5), heading: heading)
        let sender = SimulatedRadio.Sender(identity: tag, end: end)
        let packets = (1...10).flatMap { radio.packets(of: [sender], to: listeners, until: $0 * second) }
        return Dictionary(grouping: packets, by: \.receiver).mapValues { received in
            (Double(received.reduce(0) { $0 + $1.packet.rssi }) / Double(received.count), received.count)
        }
    }

    /// The mean over many buildings, whose shadowing averages out.
    private func mean(at x: Double, heading: SIMD2<Double>? = nil, _ listener: SimulatedRadio.Listener) -> Double {
        let all = (UInt64(1)...60).compactMap { seed in
            levels(at: x, heading: heading, [listener], seed: seed)[listener.identifier]?.mean
        }
        return all.reduce(0, +) / Double(all.count)
    }

    @Test func `Levels follow the law, the gain, the wall and the body`() {
        let near = mean(at: 2, listener("a", 4))
        // 59 dB below at 1 m, and 10 × 2.2 × log10 of the distance √5 m.
        #expect(abs(near - (-59 - 7.7)) < 1.5)
        #expect(abs(mean(at: 2, listener("a", 4, gain: 6)) - near - 6) < 0.5)
        let (free, walled) = (mean(at: 17, listener("a", 15)), mean(at: 19, listener("a", 21)))
        #expect(abs(free - walled - 12) < 1.5)
        let (facing, behind) = (
            mean(at: 2, heading: SIMD2(1, 0), listener("a", 4)), mean(at: 2, heading: SIMD2(-1, 0), listener("a", 4))
        )
        #expect((5...8.5).contains(facing - behind))
    }

    @Test func `A beacon sends some nine and a half packets a second, of which what is near receives most`() {
        let counts = levels(at: 2, [listener("near", 3), listener("far", 38)], seed: 1)
        #expect((70...95).contains(counts["near"]?.count ?? 0))
        #expect(counts["far"]?.count ?? 0 < 5)
    }

    @Test func `The same calls give the same packets, and a long pause gives ten seconds at most`() {
        let sender = SimulatedRadio.Sender(identity: tag, end: SimulatedEnd(position: SIMD2(2, 5)))
        func times(_ pause: Int64) -> [Int64] {
            var radio = SimulatedRadio(plan: plan, seed: 3, at: 0)
            return radio.packets(of: [sender], to: [listener("a", 3)], until: pause * second).map(\.packet.nanoseconds)
        }
        #expect(times(5) == times(5))
        let late = times(3_600)
        #expect(late.count < 110)
        #expect(late.allSatisfy { $0 > 3_589 * second })
    }

    @Test func `What is gone sends nothing, and a carried receiver receives what hangs`() {
        var radio = SimulatedRadio(plan: plan, seed: 1, at: 0)
        let hanging = SimulatedRadio.Sender(identity: tag, end: SimulatedEnd(position: SIMD2(2, 5), height: 2))
        let end = SimulatedEnd(position: SIMD2(3, 5), heading: SIMD2(-1, 0))
        let phone = SimulatedRadio.Listener(identifier: "phone", end: end)
        #expect(radio.packets(of: [hanging], to: [phone], until: second).allSatisfy { $0.receiver == "phone" })
        #expect(radio.packets(of: [], to: [phone], until: 2 * second).isEmpty)
        #expect(!radio.packets(of: [hanging], to: [phone], until: 3 * second).isEmpty)
    }
}
