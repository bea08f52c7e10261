import Foundation
import Proximity

/// Floors: a tag is carried up the stairs and down again between two floors with a few receivers each.
struct FloorBenchmark {
    private let second: Int64 = 1_000_000_000
    private let tag = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 100, minor: 1)
    private let plan = FloorPlan(maximum: SIMD2(24, 14))
    private let route = WalkRoute(stops: [
        WalkStop(4, 4, seconds: 20), WalkStop(12, 8, seconds: 5), WalkStop(20, 12),
        WalkStop(20, 8, seconds: 5, level: 1),
        WalkStop(5, 5, seconds: 20, level: 1), WalkStop(20, 8, level: 1), WalkStop(20, 12, seconds: 30),
    ])
    private let places = [SIMD2(1.0, 1.0), SIMD2(23, 1), SIMD2(1, 13), SIMD2(23, 13), SIMD2(12, 7)]
    private let walks = UInt64(40)

    /// What is found on one walk.
    private struct Outcome {
        var seconds = 0
        var wrong = 0
        var unsure = 0
        var changes = 0
    }

    func run() throws {
        print(
            "Floors: per cent of seconds off the stairs on a wrong floor, seconds a walk unsure, walks with two changes"
        )
        print("of \(walks), by receivers a floor and the ceiling's true loss; 15 dB are expected.")
        for count in 2...5 {
            for loss in [6.0, 10, 15, 20] {
                let outcomes = try (1...walks).map { try walk(seed: $0, receiverCount: count, ceiling: loss) }
                let (wrong, all) = outcomes.reduce((0, 0)) { ($0.0 + $1.wrong, $0.1 + $1.seconds) }
                let unsure = outcomes.reduce(0) { $0 + $1.unsure }
                let text = String(
                    format: "%.1f %%, %.1f s, %d",
                    100 * Double(wrong) / Double(all),
                    Double(unsure) / Double(walks),
                    outcomes.count { $0.changes == 2 }
                )
                print("\(count) receivers, \(Int(loss)) dB".padded(20) + text)
            }
        }
        print("")
    }

    private func walk(seed: UInt64, receiverCount: Int, ceiling: Double) throws -> Outcome {
        let names = ["ground", "upper"]
        let receivers = names.flatMap { floor in
            places.prefix(receiverCount).enumerated().map { index, place in
                VenueReceiver(identifier: "\(floor) \(index)", position: place, floor: floor, height: 2.5)
            }
        }
        let floors = names.enumerated().map { VenueFloor(identifier: $1, level: $0, plan: plan) }
        var (tracker, outcome, last, time) = (VenueTracker(), Outcome(), String?.none, Int64(0))
        try tracker.configure(VenueConfiguration(floors: floors, receivers: receivers), at: 0)
        var conditions = RadioConditions()
        conditions.ceilings.first = ceiling
        var radio = SimulatedRadio(plan: plan, conditions: conditions, seed: seed, at: 0)
        radio.plans = [0: plan, 1: plan]
        let listeners = receivers.map { receiver in
            let level = receiver.floor == "upper" ? 1.0 : 0
            let end = SimulatedEnd(position: receiver.position ?? .zero, level: level, height: receiver.height)
            return SimulatedRadio.Listener(identifier: receiver.identifier, end: end)
        }
        while Double(time) * 1e-9 < route.duration {
            time += second / 10
            let now = Double(time) * 1e-9
            let end = SimulatedEnd(
                position: route.position(at: now),
                level: route.level(at: now),
                heading: route.heading(at: now)
            )
            for receiver in receivers { try tracker.greet(receiver.identifier, at: time) }
            let sender = SimulatedRadio.Sender(identity: tag, end: end)
            for (receiver, packet) in radio.packets(of: [sender], to: listeners, until: time) {
                _ = tracker.receive(packet, by: receiver)
            }
            _ = tracker.advance(to: time)
            guard time % second == 0, let floor = tracker.snapshot(at: time).beacons.first?.position?.floor else {
                continue
            }
            if let last, last != floor.identifier { outcome.changes += 1 }
            last = floor.identifier
            if !floor.isSure { outcome.unsure += 1 }
            guard end.level == end.level.rounded() else { continue }
            outcome.seconds += 1
            if floor.identifier != names[Int(end.level)] { outcome.wrong += 1 }
        }
        return outcome
    }
}
