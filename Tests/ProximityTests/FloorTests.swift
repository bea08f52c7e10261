import Testing

@testable import Proximity

@Suite struct FloorTests {
    private let second: Int64 = 1_000_000_000
    private let tag = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 100, minor: 1)
    private static let plan = FloorPlan(maximum: SIMD2(24, 14))
    private let floors = [
        VenueFloor(identifier: "upper", level: 1, plan: plan), VenueFloor(identifier: "ground", level: 0, plan: plan),
    ]

    /// Up the stairs, once across the upper floor, and down again.
    private let visit = WalkRoute(stops: [
        WalkStop(4, 4, seconds: 20), WalkStop(12, 8, seconds: 5), WalkStop(20, 12),
        WalkStop(20, 8, seconds: 5, level: 1),
        WalkStop(5, 5, seconds: 20, level: 1), WalkStop(20, 8, level: 1), WalkStop(20, 12, seconds: 30),
    ])

    /// Four places on each floor where a receiver or a beacon hangs.
    private let places: [(floor: String, position: SIMD2<Double>)] = ["ground", "upper"].flatMap { floor in
        [SIMD2(1.0, 1.0), SIMD2(23, 1), SIMD2(1, 13), SIMD2(23, 13)].map { (floor, $0) }
    }

    private var receivers: [VenueReceiver] {
        places.enumerated().map { index, place in
            VenueReceiver(identifier: "r\(index)", position: place.position, floor: place.floor, height: 2.5)
        }
    }

    /// What is found once per second, beside where the tag truly is.
    private struct Found {
        var level: Double
        var position: SIMD2<Double>
        var estimate: PositionEstimate

        var isRight: Bool { estimate.floor?.identifier == (level == 0 ? "ground" : "upper") }
    }

    /// Carries the tag on a route, and on from where it is at `pause` no further until `seconds`.
    private func walk(
        _ route: WalkRoute,
        seed: UInt64,
        configuration: VenueConfiguration? = nil,
        pause: Double = .infinity,
        seconds: Double? = nil
    ) throws -> (found: [Found], events: [VenueEvent]) {
        let configuration = configuration ?? VenueConfiguration(floors: floors, receivers: receivers)
        var (tracker, found, events, time) = (VenueTracker(), [Found](), [VenueEvent](), Int64(0))
        try tracker.configure(configuration, at: 0)
        var radio = SimulatedRadio(plan: Self.plan, seed: seed, at: 0)
        radio.plans = [0: Self.plan, 1: Self.plan]
        let listeners = configuration.receivers.map { receiver in
            let level = receiver.floor == "upper" ? 1.0 : 0
            let end = SimulatedEnd(position: receiver.position ?? .zero, level: level, height: receiver.height)
            return SimulatedRadio.Listener(identifier: receiver.identifier, end: end)
        }
        while Double(time) * 1e-9 < seconds ?? route.duration {
            time += second / 10
            let now = Swift.min(Double(time) * 1e-9, pause)
            let end = SimulatedEnd(
                position: route.position(at: now),
                level: route.level(at: now),
                heading: route.heading(at: now)
            )
            for receiver in configuration.receivers { try tracker.greet(receiver.identifier, at: time) }
            let sender = SimulatedRadio.Sender(identity: tag, end: end)
            for (receiver, packet) in radio.packets(of: [sender], to: listeners, until: time) {
                events += tracker.receive(packet, by: receiver)
            }
            events += tracker.advance(to: time)
            guard time % second == 0, let estimate = tracker.snapshot(at: time).beacons.first?.position else {
                continue
            }
            found.append(Found(level: end.level, position: end.position, estimate: estimate))
        }
        return (found, events)
    }

    private func changes(_ found: ArraySlice<Found>) -> Int {
        zip(found, found.dropFirst()).count { $0.estimate.floor?.identifier != $1.estimate.floor?.identifier }
    }

    @Test func `Who takes the stairs up and down changes floors twice in each of twenty walks`() throws {
        var (wrong, sureAndWrong, all, errors) = (0, 0, 0, [Double]())
        for seed in UInt64(1)...20 {
            let (found, _) = try walk(visit, seed: seed)
            #expect(changes(found[...]) == 2, "seed \(seed)")
            for each in found where each.level == each.level.rounded() {
                all += 1
                if !each.isRight { wrong += 1 }
                if !each.isRight, each.estimate.floor?.isSure == true { sureAndWrong += 1 }
                let offset = each.estimate.position - each.position
                errors.append((offset * offset).sum().squareRoot())
            }
        }
        #expect(all > 2_000)
        #expect(Double(wrong) < 0.02 * Double(all))
        // Who comes from the stairs is taken to be on the floor before for some seconds, but not surely.
        #expect(Double(sureAndWrong) < 0.01 * Double(all))
        // With the ground floor alone, on a walk that stays there, it is 3.5 m.
        #expect(errors.reduce(0, +) / Double(errors.count) < 3.6)
    }

    @Test func `Who stands in the middle of the stairs does not flap, and the floor is unsure there`() throws {
        let stairs = WalkRoute(stops: [WalkStop(20, 12, seconds: 20), WalkStop(20, 8, level: 1)])
        let halfway = (20 + stairs.duration) / 2
        var (unsure, before) = (0, 0)
        for seed in UInt64(1)...20 {
            let (found, _) = try walk(stairs, seed: seed, pause: halfway, seconds: halfway + 60)
            #expect(changes(found[...]) <= 1, "seed \(seed)")
            unsure += found.suffix(60).count { $0.estimate.floor?.isSure == false }
            before += found.prefix(20).dropFirst(5).count { $0.estimate.floor?.isSure == false }
        }
        #expect(unsure > 60 && before < 15)
    }

    @Test func `A zone holds who is on its floor, and not who is above it`() throws {
        let zones = ["ground", "upper"].map {
            VenueZone(identifier: $0, minimum: .zero, maximum: Self.plan.maximum, floor: $0)
        }
        let configuration = VenueConfiguration(floors: floors, receivers: receivers, zones: zones)
        for seed in UInt64(1)...5 {
            let (_, events) = try walk(visit, seed: seed, configuration: configuration)
            let told = events.map { "\($0.place) \($0.kind)" }
            #expect(
                told == [
                    "ground entered", "ground exited", "upper entered", "upper exited", "ground entered",
                ],
                "seed \(seed)"
            )
        }
    }

    @Test func `A carried receiver is found on the floor of the beacons that it receives best`() throws {
        let beacons = places.enumerated().map { index, place in
            let identity = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 7, minor: UInt16(index))
            return VenueBeacon(identity: identity, position: place.position, floor: place.floor, height: 2.5)
        }
        var (tracker, radio, right, all) = (VenueTracker(), SimulatedRadio(plan: Self.plan, seed: 4, at: 0), 0, 0)
        radio.plans = [0: Self.plan, 1: Self.plan]
        let phone = [VenueReceiver(identifier: "phone")]
        try tracker.configure(VenueConfiguration(floors: floors, receivers: phone, beacons: beacons), at: 0)
        let senders = beacons.map { beacon in
            let level = beacon.floor == "upper" ? 1.0 : 0
            let end = SimulatedEnd(position: beacon.position ?? .zero, level: level, height: beacon.height)
            return SimulatedRadio.Sender(identity: beacon.identity, end: end)
        }
        for step in Int64(1)...Int64(visit.duration * 10) {
            let (time, now) = (step * second / 10, Double(step) / 10)
            let end = SimulatedEnd(
                position: visit.position(at: now),
                level: visit.level(at: now),
                heading: visit.heading(at: now)
            )
            try tracker.greet("phone", at: time)
            let listener = SimulatedRadio.Listener(identifier: "phone", end: end)
            for (_, packet) in radio.packets(of: senders, to: [listener], until: time) {
                _ = tracker.receive(packet, by: "phone")
            }
            _ = tracker.advance(to: time)
            guard time % second == 0, end.level == end.level.rounded(),
                let estimate = tracker.snapshot(at: time).carriedReceivers["phone"]
            else { continue }
            all += 1
            if Found(level: end.level, position: end.position, estimate: estimate).isRight { right += 1 }
        }
        #expect(all > 100 && Double(right) > 0.95 * Double(all))
    }

    @Test func `A region of a floor heeds the receivers of that floor`() throws {
        let region = VenueRegion(try BeaconRegion(identifier: "tags", uuid: BeaconWalk.venueUUID), floor: "upper")
        var tracker = VenueTracker()
        try tracker.configure(VenueConfiguration(floors: floors, receivers: receivers, regions: [region]), at: 0)
        for name in ["r0", "r4"] { try tracker.greet(name, at: 0) }
        let packet = ReceivedPacket(beacon: tag, rssi: -60, measuredPower: -59, nanoseconds: second)
        #expect(tracker.receive(packet, by: "r0").isEmpty)
        #expect(tracker.receive(packet, by: "r4").map(\.kind) == [.determined(.inside), .entered])
    }

    @Test func `What names no floor stands on the one nearest to the ground`() {
        let levels = [-2, 3, 1].map { VenueFloor(identifier: "\($0)", level: $0, plan: Self.plan) }
        let map = VenueRadioMap(VenueConfiguration(floors: levels))
        #expect(map.floors.map(\.level) == [-2, 1, 3])
        #expect(map.index(of: nil) == 1 && map.index(of: "gone") == 1 && map.index(of: "-2") == 0)
        #expect(VenueRadioMap(VenueConfiguration()).index(of: nil) == nil)
    }

    @Test func `A venue with one plan is one floor, without doubt`() throws {
        let own = receivers.prefix(4).map { VenueReceiver(identifier: $0.identifier, position: $0.position) }
        let configuration = VenueConfiguration(plan: Self.plan, receivers: Array(own))
        let still = WalkRoute(stops: [WalkStop(8, 8, seconds: 20)])
        let (found, _) = try walk(still, seed: 1, configuration: configuration)
        #expect(found.count > 15)
        #expect(found.allSatisfy { $0.estimate.floor == FloorEstimate(identifier: "ground", probability: 1) })
    }

    @Test func `One second alone never changes the floor, and silence leaves what is known`() {
        var filter = FloorFilter(levels: [0, 1, 2])
        #expect(filter.decided == nil)
        for _ in 0..<10 { filter.update([0, -30, -30], seconds: 1) }
        #expect(filter.decided == 0 && filter.probability > 0.95)
        filter.update([-1_000, 0, -1_000], seconds: 1)
        #expect(filter.decided == 0 && filter.probability < 0.9)
        filter.update(nil, seconds: 1)
        #expect(filter.decided == 0)
        for _ in 0..<3 { filter.update([-1_000, 0, -1_000], seconds: 1) }
        #expect(filter.decided == 1)
        filter.update([-.infinity, -.infinity, -.infinity], seconds: 1)
        #expect(abs(filter.probabilities.reduce(0, +) - 1) < 1e-9)
        var none = FloorFilter(levels: [])
        none.update([], seconds: 1)
        #expect(none.decided == nil && none.probability == 0)
    }

    @Test func `The first ceiling takes most, and a part of it on the stairs`() {
        let ceilings = CeilingLoss()
        #expect([0, 0.5, 1, 2, 4].map { ceilings.loss(storeys: $0) } == [0, 7.5, 15, 19, 27])
    }
}
