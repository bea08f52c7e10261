import Testing

@testable import Proximity

@Suite struct BeaconRangerTests {
    private let second: Int64 = 1_000_000_000
    private let uuid = BeaconUUID(high: 3, low: 4)

    private func beacon(_ minor: UInt16) -> BeaconIdentity { .iBeacon(uuid: uuid, major: 1, minor: minor) }

    @Test func `Beacons come nearest first, once a second`() throws {
        var ranger = BeaconRanger()
        ranger.start(try BeaconRegion(identifier: "all", uuid: uuid))
        var updates: [RangingUpdate] = []
        for tick in Int64(0)...50 {
            ranger.receive(beacon(1), rssi: -75, measuredPower: -59, at: tick * second / 10)
            ranger.receive(beacon(2), rssi: -45, measuredPower: -59, at: tick * second / 10)
            updates += ranger.advance(to: tick * second / 10)
        }
        #expect(updates.count == 5)
        let last = try #require(updates.last)
        #expect(last.beacons.map(\.identity) == [beacon(2), beacon(1)])
        #expect(last.beacons[0].proximity == .immediate)
        #expect(last.beacons[1].distance > 1.5)
        #expect(last.beacons.allSatisfy { $0.accuracy > 0 })
    }

    @Test func `Silence makes a distance unknown, then forgets the beacon`() {
        var ranger = BeaconRanger()
        ranger.receive(beacon(1), rssi: -60, measuredPower: -59, at: 0)
        ranger.receive(beacon(2), rssi: -90, measuredPower: -59, at: 5 * second)
        let ranged = ranger.range(at: 6 * second)
        #expect(ranged.map(\.identity) == [beacon(2), beacon(1)])
        #expect(ranged[1].distance == -1)
        #expect(ranged[1].accuracy == -1)
        #expect(ranged[1].proximity == .unknown)
        #expect(ranger.range(at: 10 * second).count == 1)
    }

    @Test func `A packet of unknown strength leaves the distance unknown`() {
        var ranger = BeaconRanger()
        ranger.receive(beacon(1), rssi: 127, measuredPower: -59, at: 0)
        #expect(ranger.range(at: second)[0].accuracy == -1)
    }

    @Test func `A calibrated power takes the place of the claimed one`() {
        var (plain, calibrated) = (BeaconRanger(), BeaconRanger())
        calibrated.calibratedPowers[beacon(1)] = -70
        plain.receive(beacon(1), rssi: -70, measuredPower: -50, at: 0)
        calibrated.receive(beacon(1), rssi: -70, measuredPower: -50, at: 0)
        #expect(calibrated.range(at: 1)[0].distance < plain.range(at: 1)[0].distance)
    }

    @Test func `A zone does not flicker at its border`() {
        #expect(ProximityZone.near.next(distance: 3.2) == .near)
        #expect(ProximityZone.near.next(distance: 3.4) == .far)
        #expect(ProximityZone.far.next(distance: 2.9) == .far)
        #expect(ProximityZone.far.next(distance: 2.6) == .near)
        #expect(ProximityZone.unknown.next(distance: 0.4) == .immediate)
    }

    @Test func `A long gap gives one update, not a burst`() throws {
        var ranger = BeaconRanger()
        ranger.start(try BeaconRegion(identifier: "all", uuid: uuid))
        _ = ranger.advance(to: 0)
        #expect(ranger.advance(to: 60 * second).count == 1)
        #expect(ranger.advance(to: 60 * second + second / 2).isEmpty)
        #expect(ranger.advance(to: 61 * second).count == 1)
    }
}
