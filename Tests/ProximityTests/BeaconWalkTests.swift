import Testing

@testable import Proximity

@Suite struct BeaconWalkTests {
    private let second: Int64 = 1_000_000_000

    /// Enters and exits of a walk, with the time of the first packet and of the last.
    private func crossings(
        _ walk: BeaconWalk,
        _ region: BeaconRegion
    ) throws -> (enters: [Int64], exits: [Int64], received: [Int64]) {
        var monitor = RegionMonitor()
        try monitor.start(region, at: 0)
        var (enters, exits, received, time) = ([Int64](), [Int64](), [Int64](), Int64(0))
        func note(_ events: [RegionEvent]) {
            for event in events {
                if case .entered(_, _, let at) = event { enters.append(at) }
                if case .exited(_, let at) = event { exits.append(at) }
            }
        }
        for sighting in walk {
            while time + second / 10 < sighting.nanoseconds {
                time += second / 10
                note(monitor.advance(to: time))
            }
            if let identity = sighting.frame.identity, region.contains(identity) {
                received.append(sighting.nanoseconds)
            }
            note(monitor.receive(sighting))
        }
        for tick in Int64(1)...150 { note(monitor.advance(to: time + tick * second / 10)) }
        return (enters, exits, received)
    }

    @Test func `The same seed gives the same walk and another gives another`() {
        let first = Array(BeaconWalk.venue(seed: 1))
        #expect(first == Array(BeaconWalk.venue(seed: 1)))
        #expect(first != Array(BeaconWalk.venue(seed: 2)))
        #expect(first.count > 1000)
    }

    @Test func `The venue's walk goes through no wall`() {
        let walk = BeaconWalk.venue(seed: 1)
        for step in 0..<Int(walk.route.duration * 5) {
            let (from, to) = (walk.route.position(at: Double(step) / 5), walk.route.position(at: Double(step + 1) / 5))
            #expect(from == to || walk.plan.isPassable(from, to))
        }
    }

    /// A hundred visits with a rest at the border of reception on either way: each is entered once and left once.
    @Test func `Nobody flaps at the border in a hundred walks`() throws {
        let region = try BeaconRegion(identifier: "border", uuid: BeaconWalk.venueUUID, major: 9)
        var spurious: [UInt64: Int] = [:]
        for seed in UInt64(1)...100 {
            let (enters, exits, _) = try crossings(.border(seed: seed), region)
            if enters.count != 1 || exits.count != 1 { spurious[seed] = enters.count }
        }
        #expect(spurious.isEmpty)
    }

    @Test func `Exits come within fifteen seconds of the last packet`() throws {
        let region = try BeaconRegion(identifier: "border", uuid: BeaconWalk.venueUUID, major: 9)
        for seed in UInt64(1)...30 {
            let (_, exits, received) = try crossings(.border(seed: seed), region)
            let exit = try #require(exits.last)
            let last = try #require(received.last { $0 <= exit })
            #expect(exit - last <= 15 * second)
        }
    }
}
