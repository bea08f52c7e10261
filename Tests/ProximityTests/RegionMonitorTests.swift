import Testing

@testable import Proximity

@Suite struct RegionMonitorTests {
    private let second: Int64 = 1_000_000_000
    private let uuid = BeaconUUID(high: 1, low: 2)

    private func beacon(_ minor: UInt16, major: UInt16 = 1) -> BeaconIdentity {
        .iBeacon(uuid: uuid, major: major, minor: minor)
    }

    @Test func `A strong packet enters at once and silence leaves after ten seconds`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        let entered = monitor.receive(beacon(1), rssi: -60, at: second)
        #expect(entered.contains(.entered(region: "shop", beacon: beacon(1), nanoseconds: second)))
        #expect(monitor.advance(to: 10 * second).isEmpty)
        #expect(monitor.advance(to: 11 * second) == [.exited(region: "shop", nanoseconds: 11 * second)])
        #expect(monitor.state(of: "shop") == .outside)
    }

    @Test func `A wildcard region is entered once and left when all its beacons are gone`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        var entries = 0
        for time in Int64(0)..<30 {
            let events = monitor.receive(beacon(time < 15 ? 1 : 2), rssi: -60, at: time * second)
            entries += events.count { if case .entered = $0 { true } else { false } }
            #expect(monitor.advance(to: time * second).isEmpty)
        }
        #expect(entries == 1)
        #expect(monitor.advance(to: 38 * second).isEmpty)
        #expect(monitor.advance(to: 39 * second) == [.exited(region: "shop", nanoseconds: 39 * second)])
    }

    @Test func `The three kinds of region hold their own beacons`() throws {
        let all = try BeaconRegion(identifier: "a", uuid: uuid)
        let major = try BeaconRegion(identifier: "b", uuid: uuid, major: 1)
        let one = try BeaconRegion(identifier: "c", uuid: uuid, major: 1, minor: 5)
        #expect([all, major, one].map { $0.contains(beacon(5)) } == [true, true, true])
        #expect([all, major, one].map { $0.contains(beacon(6)) } == [true, true, false])
        #expect([all, major, one].map { $0.contains(beacon(5, major: 2)) } == [true, false, false])
        #expect(throws: ProximityError.minorWithoutMajor(region: "d")) {
            try BeaconRegion(identifier: "d", uuid: uuid, minor: 5)
        }
    }

    @Test func `Twenty regions and no more, but one may be replaced`() throws {
        var monitor = RegionMonitor()
        for index in 0..<20 { try monitor.start(BeaconRegion(identifier: "\(index)", uuid: uuid), at: 0) }
        #expect(throws: ProximityError.tooManyRegions(limit: 20)) {
            try monitor.start(BeaconRegion(identifier: "20", uuid: uuid), at: 0)
        }
        try monitor.start(BeaconRegion(identifier: "7", uuid: uuid, major: 3), at: 0)
        #expect(monitor.regions.count == 20)
        monitor.stop("3")
        try monitor.start(BeaconRegion(identifier: "20", uuid: uuid), at: 0)
    }

    @Test func `A state is unknown at first, outside after silence, and told on request`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        #expect(
            monitor.requestState(of: "shop", at: 1)
                == .determined(region: "shop", state: .unknown, nanoseconds: 1)
        )
        #expect(
            monitor.advance(to: 10 * second)
                == [.determined(region: "shop", state: .outside, nanoseconds: 10 * second)]
        )
        #expect(monitor.requestState(of: "elsewhere", at: 1) == nil)
    }

    @Test(arguments: [-60, -85, -90]) func `Packets ten times a second enter within two seconds`(rssi: Int) throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        let events = (0..<20).flatMap { monitor.receive(beacon(1), rssi: rssi, at: Int64($0) * second / 10) }
        #expect(events.count == 2)
    }

    @Test(arguments: [-60, -80, -85, -88, -90])
    func `A beacon that is switched off and on again enters again within two seconds`(rssi: Int) throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        var (enters, exits) = ([Int64](), [Int64]())
        for tick in Int64(0)..<600 {
            let time = tick * second / 10
            let isOn = tick < 200 || tick >= 400
            for event in monitor.advance(to: time) + (isOn ? monitor.receive(beacon(1), rssi: rssi, at: time) : []) {
                if case .entered = event { enters.append(tick) }
                if case .exited = event { exits.append(tick) }
            }
        }
        #expect(enters.count == 2 && exits.count == 1)
        #expect(enters.first.map { $0 <= 20 } == true && enters.last.map { (400...420).contains($0) } == true)
    }

    @Test func `A beacon half of whose packets come through enters within ten seconds, however weak`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        // Two come, two are lost, so that the least gap shows how often it sends.
        let received = (0..<100).filter { $0 % 4 < 2 }
        let events = received.flatMap { monitor.receive(beacon(1), rssi: -96, at: Int64($0) * second / 10) }
        #expect(events.count == 2)
    }

    @Test func `What was left at the border of reception is not entered again by the next few packets`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        for tick in Int64(0)..<100 {
            _ = monitor.receive(beacon(1), rssi: tick < 50 ? -70 : -96, at: tick * second / 10)
        }
        #expect(monitor.advance(to: 25 * second).count == 1)
        for tick in Int64(0)..<20 {
            #expect(monitor.receive(beacon(1), rssi: -88, at: 30 * second + tick * second / 10).isEmpty)
        }
        #expect(monitor.receive(beacon(1), rssi: -78, at: 33 * second).count == 1)
    }

    @Test func `A slow beacon that keeps its beat enters, however weak`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        let events = (0..<5).flatMap { monitor.receive(beacon(1), rssi: -94, at: Int64($0) * second * 3 / 2) }
        #expect(events.count == 2)
    }

    @Test func `Lone weak packets do not enter`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        for (index, wait) in [0, 4, 5, 9, 11, 12, 18, 20, 25, 31].enumerated() {
            let time = Int64(wait) * second + Int64(index) * 37_000_000
            #expect(monitor.receive(beacon(1), rssi: -97, at: time).isEmpty)
        }
    }

    @Test(arguments: [-40, -95, 127]) func `A region never sticks, even when the clock is set back`(rssi: Int) throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        let year = 31_536_000 * second
        for index in Int64(0)..<120 { _ = monitor.receive(beacon(1), rssi: rssi, at: year + index * second / 10) }
        #expect(monitor.state(of: "shop") == .inside)
        var exits = 0
        for time in Int64(0)..<16 { exits += monitor.advance(to: time * second).count }
        #expect(exits == 1)
        #expect(monitor.state(of: "shop") == .outside)
    }

    @Test func `A lost adapter makes every state unknown and the return enters anew`() throws {
        var monitor = RegionMonitor()
        try monitor.start(BeaconRegion(identifier: "shop", uuid: uuid), at: 0)
        _ = monitor.receive(beacon(1), rssi: -60, at: 0)
        #expect(
            monitor.lose(.adapterLost, at: second)
                == [.failed(region: "shop", reason: .adapterLost, nanoseconds: second)]
        )
        #expect(monitor.state(of: "shop") == .unknown)
        #expect(monitor.receive(beacon(1), rssi: -60, at: 2 * second).count == 2)
    }

    /// Random packets and silences: after 15 s without a packet no region is inside, and enters and exits alternate.
    @Test func `Random histories alternate and always end`() throws {
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<200 {
            var monitor = RegionMonitor()
            try monitor.start(BeaconRegion(identifier: "r", uuid: uuid), at: 0)
            var (time, inside) = (Int64(0), false)
            for _ in 0..<300 {
                time += Int64.random(in: 0...3, using: &generator) * Int64.random(in: 0...3, using: &generator) * second
                var events = monitor.advance(to: time)
                events += monitor.receive(beacon(1), rssi: .random(in: -100...(-70), using: &generator), at: time)
                for event in events {
                    if case .entered = event {
                        #expect(!inside)
                        inside = true
                    }
                    if case .exited = event {
                        #expect(inside)
                        inside = false
                    }
                }
            }
            _ = monitor.advance(to: time + 15 * second)
            #expect(monitor.state(of: "r") == .outside)
        }
    }
}
