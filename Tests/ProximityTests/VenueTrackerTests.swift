import Testing

@testable import Proximity

@Suite struct VenueTrackerTests {
    private let second: Int64 = 1_000_000_000
    private let tag = IBeaconFrame(uuid: BeaconWalk.venueUUID, major: 100, minor: 1)
    private var tagIdentity: BeaconIdentity { .iBeacon(uuid: tag.uuid, major: tag.major, minor: tag.minor) }

    private func packet(_ rssi: Int, _ nanoseconds: Int64) -> ReceivedPacket {
        ReceivedPacket(beacon: tagIdentity, rssi: rssi, measuredPower: -59, nanoseconds: nanoseconds)
    }

    /// The museum with receivers where its beacons hang.
    private func museum(method: PositionMethod = .particles) throws -> VenueConfiguration {
        let receivers = BeaconWalk.venueBeacons.enumerated().map { index, beacon in
            VenueReceiver(identifier: "r\(index)", position: beacon.position, height: 1.5)
        }
        let region = try BeaconRegion(identifier: "tags", uuid: tag.uuid, major: 100)
        let atTreasure = try BeaconRegion(identifier: "treasure", uuid: tag.uuid)
        return VenueConfiguration(
            plan: BeaconWalk.venuePlan,
            receivers: receivers,
            regions: [VenueRegion(region), VenueRegion(atTreasure, receiver: "r5")],
            zones: [VenueZone(identifier: "north room", minimum: SIMD2(8, 7), maximum: SIMD2(16, 14))],
            method: method
        )
    }

    /// A whole walk with a tag: all events, and the position's errors once per second.
    private func walk(
        _ configuration: VenueConfiguration,
        seed: UInt64
    ) throws -> (events: [VenueEvent], errors: [Double], covered: Int) {
        var tracker = VenueTracker()
        try tracker.configure(configuration, at: 0)
        let walk = BeaconWalk.venue(seed: seed)
        var (events, errors, covered, time) = ([VenueEvent](), [Double](), 0, Int64(0))
        func pass(to target: Int64) throws {
            while time + second / 10 <= target {
                time += second / 10
                for receiver in configuration.receivers { try tracker.greet(receiver.identifier, at: time) }
                events += tracker.advance(to: time)
                guard time % second == 0, let found = tracker.snapshot(at: time).beacons.first?.position else {
                    continue
                }
                guard Double(time) * 1e-9 < walk.route.duration else { continue }
                let truth = walk.route.position(at: Double(time) * 1e-9)
                let offset = found.position - truth
                errors.append((offset * offset).sum().squareRoot())
                if found.squaredSigmas(of: truth) < 4 { covered += 1 }
            }
        }
        var steps = walk
        while let (receiver, packet) = steps.nextReceived(of: tag) {
            try pass(to: packet.nanoseconds)
            events += tracker.receive(packet, by: "r\(receiver)")
        }
        try pass(to: time + 30 * second)
        return (events, errors, covered)
    }

    private func kinds(_ events: [VenueEvent], at place: String) -> [VenueEvent.Kind] {
        events.filter { $0.place == place }.map(\.kind)
    }

    @Test func `A tag is entered once, followed to within some two metres, and left once`() throws {
        var (all, within) = (0, 0)
        for seed in UInt64(1)...5 {
            let (events, errors, covered) = try walk(museum(), seed: seed)
            let tags = kinds(events, at: "tags").filter { $0 == .entered || $0 == .exited }
            #expect(tags == [.entered, .exited])
            let mean = errors.reduce(0, +) / Double(errors.count)
            #expect(errors.count > 60)
            #expect(mean < 2.4)
            (all, within) = (all + errors.count, within + covered)
        }
        // Two sigmas hold 86 % of a Gaussian; over forty walks `beacon-bench museum` finds 85 %.
        #expect((0.78...0.93).contains(Double(within) / Double(all)))
    }

    @Test func `Least squares follows, too`() throws {
        let (_, errors, _) = try walk(museum(method: .leastSquares), seed: 1)
        #expect(errors.reduce(0, +) / Double(errors.count) < 2.5)
    }

    @Test func `The visit to a room is seen as entering its zone and leaving it`() throws {
        let (events, _, _) = try walk(museum(), seed: 1)
        let visits = events.filter { $0.place == "north room" }
        #expect(visits.first?.kind == .entered)
        #expect(visits.last?.kind == .exited)
        #expect(visits.count <= 6)
        #expect(visits.allSatisfy { $0.walker == .beacon(tagIdentity) })
    }

    @Test func `A region of one receiver heeds no other`() throws {
        var tracker = VenueTracker()
        try tracker.configure(museum(), at: 0)
        for name in ["r0", "r5"] { try tracker.greet(name, at: 0) }
        let near = packet(-60, second)
        #expect(kinds(tracker.receive(near, by: "r0"), at: "treasure").isEmpty)
        #expect(tracker.state(of: "treasure") == .unknown)
        #expect(kinds(tracker.receive(near, by: "r5"), at: "treasure") == [.determined(.inside), .entered])
        #expect(tracker.state(of: "elsewhere") == nil)
    }

    @Test func `Another receiver keeps a region entered until it, too, receives nothing`() throws {
        var (tracker, events) = (VenueTracker(), [VenueEvent]())
        try tracker.configure(museum(), at: 0)
        for tick in Int64(0)..<60 {
            for name in ["r0", "r1"] { try tracker.greet(name, at: tick * second) }
            let sighting = packet(-60, tick * second)
            if tick < 10 { events += tracker.receive(sighting, by: "r0") }
            if tick < 30 { events += tracker.receive(sighting, by: "r1") }
            events += tracker.advance(to: tick * second)
        }
        #expect(kinds(events, at: "tags") == [.determined(.inside), .entered, .exited])
        let exit = try #require(events.last { $0.place == "tags" })
        #expect((39...44).contains(exit.nanoseconds / second))
    }

    @Test func `A region whose only receiver is lost is unknown, and known again when it returns`() throws {
        var tracker = VenueTracker()
        try tracker.configure(museum(), at: 0)
        try tracker.greet("r0", at: 0)
        let sighting = packet(-60, 0)
        _ = tracker.receive(sighting, by: "r0")
        #expect(kinds(tracker.lose("r0", .denied, at: second), at: "tags") == [.failed(.denied)])
        #expect(tracker.state(of: "tags") == .unknown)
        #expect(tracker.snapshot(at: second).beacons.isEmpty)
        try tracker.greet("r0", at: 2 * second)
        var again = sighting
        again.nanoseconds = 3 * second
        #expect(kinds(tracker.receive(again, by: "r0"), at: "tags") == [.determined(.inside), .entered])
    }

    @Test func `A receiver that falls silent stops counting after fifteen seconds`() throws {
        var tracker = VenueTracker()
        try tracker.configure(museum(), at: 0)
        try tracker.greet("r0", at: 0)
        _ = tracker.receive(packet(-60, 0), by: "r0")
        #expect(kinds(tracker.advance(to: 9 * second), at: "tags").isEmpty)
        let events = (10...16).flatMap { tracker.advance(to: $0 * second) }
        #expect(kinds(events, at: "tags").last == .failed(.disconnected))
    }

    @Test func `A carried receiver is found among beacons that hang`() throws {
        var configuration = VenueConfiguration(
            plan: BeaconWalk.venuePlan,
            receivers: [VenueReceiver(identifier: "phone")],
            beacons: BeaconWalk.venueBeacons.map { beacon in
                let frame = beacon.frame
                let identity = BeaconIdentity.iBeacon(uuid: frame.uuid, major: frame.major, minor: frame.minor)
                return VenueBeacon(identity: identity, position: beacon.position, height: 1.5, power: -59)
            }
        )
        configuration.zones = [VenueZone(identifier: "hall", minimum: .zero, maximum: SIMD2(8, 14))]
        var (tracker, errors, next) = (VenueTracker(), [Double](), second)
        try tracker.configure(configuration, at: 0)
        let walk = BeaconWalk.venue(seed: 3)
        for sighting in walk {
            try tracker.greet("phone", at: sighting.nanoseconds)
            _ = ReceivedPacket(sighting).map { tracker.receive($0, by: "phone") }
            guard sighting.nanoseconds >= next else { continue }
            next += second
            _ = tracker.advance(to: sighting.nanoseconds)
            let snapshot = tracker.snapshot(at: sighting.nanoseconds)
            let found = try #require(snapshot.carriedReceivers["phone"])
            let offset = found.position - walk.route.position(at: Double(sighting.nanoseconds) * 1e-9)
            errors.append((offset * offset).sum().squareRoot())
        }
        #expect(errors.count > 60)
        #expect(errors.reduce(0, +) / Double(errors.count) < 2.4)
    }

    @Test func `A change of the set-up keeps what stays and refuses too many regions`() throws {
        var (tracker, configuration) = (VenueTracker(regionLimit: 2), try museum())
        try tracker.configure(configuration, at: 0)
        try tracker.greet("r0", at: 0)
        _ = tracker.receive(packet(-60, 0), by: "r0")
        configuration.regions.append(VenueRegion(try BeaconRegion(identifier: "third", uuid: tag.uuid)))
        #expect(throws: ProximityError.tooManyRegions(limit: 2)) { try tracker.configure(configuration, at: second) }
        #expect(tracker.state(of: "tags") == .inside)
        configuration.regions.remove(at: 1)
        try tracker.configure(configuration, at: second)
        #expect(tracker.state(of: "tags") == .inside)
        #expect(tracker.state(of: "third") == .unknown)
        #expect(tracker.state(of: "treasure") == nil)
        try tracker.greet("stranger", at: second)
        #expect(
            tracker.receive(packet(-60, second), by: "stranger").isEmpty
        )
    }

    @Test func `A key names one beacon and is read again`() throws {
        let uuid = "51674874-6C69-6E65-8000-0000BEAC0000"
        for key in ["\(uuid)/1/65535", "\(uuid)/1/2@280", "00112233445566778899/aabbccddeeff"] {
            #expect(BeaconIdentity(key: key)?.key == key)
        }
        for key in [
            "", "@", "//", "\(uuid)/1", "\(uuid)/1/65536", "\(uuid)/1/2@", "\(uuid)/1/2@1@2", "0011/22", "x/1/2",
        ] {
            #expect(BeaconIdentity(key: key) == nil)
        }
    }

    @Test func `The probability of a zone is that of a normal distribution`() {
        let zone = VenueZone(identifier: "z", minimum: .zero, maximum: SIMD2(4, 4))
        let sure = PositionEstimate(position: SIMD2(2, 2), covariance: (xx: 0.01, yy: 0.01, xy: 0))
        #expect(zone.probability(of: sure) > 0.999)
        let border = PositionEstimate(position: SIMD2(0, 2), covariance: (xx: 0.01, yy: 0.01, xy: 0))
        #expect(abs(zone.probability(of: border) - 0.5) < 1e-6)
        // A quarter of the floor beyond both edges, and less or more of it where the errors go together.
        let corner = PositionEstimate(position: SIMD2(4, 4), covariance: (xx: 0.04, yy: 0.04, xy: 0))
        #expect(abs(zone.probability(of: corner) - 0.25) < 1e-6)
        let together = PositionEstimate(position: SIMD2(4, 4), covariance: (xx: 0.04, yy: 0.04, xy: 0.039))
        #expect(zone.probability(of: together) > 0.4)
        let far = PositionEstimate(position: SIMD2(9, 2), covariance: (xx: 1, yy: 1, xy: 0))
        #expect(zone.probability(of: far) == 0)
        // One sigma outside: 16 % of a normal distribution are inside.
        let outside = PositionEstimate(position: SIMD2(5, 2), covariance: (xx: 1, yy: 0.01, xy: 0))
        #expect(abs(zone.probability(of: outside) - 0.159) < 0.02)
    }

    @Test func `A zone of any outline holds what is in it and not what is in its notch`() {
        let corners = [(0.0, 0.0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)].map { SIMD2($0, $1) }
        for outline in [corners, corners.reversed()] {
            let zone = VenueZone(identifier: "L", outline: outline)
            func probability(_ x: Double, _ y: Double) -> Double {
                zone.probability(
                    of: PositionEstimate(position: SIMD2(x, y), covariance: (xx: 0.04, yy: 0.04, xy: 0))
                )
            }
            #expect(probability(5, 1) > 0.99 && probability(1, 5) > 0.99 && probability(1, 1) > 0.99)
            #expect(probability(4, 4) == 0)
            #expect(abs(probability(2, 4) - 0.5) < 0.01)
        }
        #expect(!VenueZone(identifier: "none", outline: []).contains(.zero))
        #expect(!VenueZone(identifier: "line", outline: [.zero, SIMD2(4, 4)]).contains(SIMD2(1, 1)))
    }
}
