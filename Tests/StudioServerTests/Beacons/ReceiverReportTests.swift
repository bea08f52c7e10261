import Foundation
import Proximity
import Testing

@testable import StudioServer

@Suite struct ReceiverReportTests {
    private let now: Int64 = 1_750_000_000_000_000_000
    private let beacon = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 1, minor: 2)

    private func packet(_ rssi: Int, age milliseconds: Int64) -> ReceivedPacket {
        ReceivedPacket(beacon: beacon, rssi: rssi, measuredPower: -59, nanoseconds: now - milliseconds * 1_000_000)
    }

    @Test func `Packets keep their age on the way to a studio whose clock differs`() throws {
        let buffer = ReportBuffer(source: "hci0")
        buffer.set(.allowed, reason: nil)
        for (rssi, age) in [(-60, 400), (-61, 150), (-62, 0)] { buffer.add(packet(rssi, age: Int64(age))) }
        let sent = try JSONEncoder().encode(buffer.take(at: now))
        let report = try JSONDecoder().decode(ReceiverReport.self, from: sent)
        #expect(report.beacons.map(\.packets) == [[[400, -60], [150, -61], [0, -62]]])
        let received = try report.packets(receivedAt: 5_000_000_000)
        #expect(received.map(\.nanoseconds) == [4_600_000_000, 4_850_000_000, 5_000_000_000])
        #expect(received.allSatisfy { $0.beacon == beacon && $0.measuredPower == -59 })
        #expect(buffer.take(at: now).beacons.isEmpty)
    }

    @Test func `What could not be sent is sent later, unless it is older than ten seconds`() {
        let buffer = ReportBuffer(source: "hci0")
        buffer.add(packet(-60, age: 9_000))
        buffer.add(packet(-61, age: 100))
        buffer.restore(buffer.take(at: now), takenAt: now)
        let later = buffer.take(at: now + 2_000_000_000)
        #expect(later.beacons.map(\.packets) == [[[2_100, -61]]])
    }

    @Test func `A receiver that has not begun is not determined`() {
        #expect(ReportBuffer(source: "hci0").take(at: now).authorisation == .notDetermined)
    }

    @Test(arguments: [
        ReceiverReport.BeaconPackets(beacon: "nobody", power: nil, packets: [[0, -60]]),
        ReceiverReport.BeaconPackets(beacon: "\(BeaconWalk.venueUUID)/1/2", power: nil, packets: [[0]]),
        ReceiverReport.BeaconPackets(beacon: "\(BeaconWalk.venueUUID)/1/2", power: nil, packets: [[-1, -60]]),
        ReceiverReport.BeaconPackets(beacon: "\(BeaconWalk.venueUUID)/1/2", power: nil, packets: [[0, 500]]),
        ReceiverReport.BeaconPackets(beacon: "\(BeaconWalk.venueUUID)/1/2", power: nil, packets: [[Int.max, -60]]),
        ReceiverReport.BeaconPackets(
            beacon: "\(BeaconWalk.venueUUID)/1/2",
            power: 1,
            packets: Array(repeating: [0, -60], count: 40_001)
        ),
    ])
    func `A report that makes no sense is refused`(_ received: ReceiverReport.BeaconPackets) {
        let report = ReceiverReport(authorisation: .allowed, beacons: [received])
        #expect(throws: StudioError.self) { try report.packets(receivedAt: now) }
    }
}
