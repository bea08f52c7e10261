import Proximity
import Testing

@Suite struct SenderDirectoryTests {
    private let second: Int64 = 1_000_000_000

    private func sighting(
        _ frame: BeaconFrame,
        _ sender: UInt64?,
        at seconds: Double,
        rssi: Int = -60
    ) -> BeaconSighting {
        BeaconSighting(frame: frame, rssi: rssi, nanoseconds: Int64(seconds * 1e9), sender: sender)
    }

    private func iBeacon(_ minor: UInt16) -> BeaconFrame {
        .iBeacon(IBeaconFrame(uuid: BeaconWalk.venueUUID, major: 1, minor: minor))
    }

    private func url(_ address: String) throws -> BeaconFrame {
        .eddystoneURL(try #require(EddystoneURLFrame(address: address, measuredPower: -60)))
    }

    private let telemetry = BeaconFrame.eddystoneTelemetry(
        EddystoneTelemetryFrame(
            batteryMillivolts: 2_950,
            temperatureCelsius: 21.5,
            advertisementCount: 7,
            uptimeDeciseconds: 40
        )
    )

    @Test func `Frames of one address belong together, whichever comes first`() throws {
        var directory = SenderDirectory()
        directory.receive(sighting(telemetry, 1, at: 0))
        directory.receive(sighting(iBeacon(5), 1, at: 0.1))
        directory.receive(sighting(try url("https://a.example/"), 2, at: 0.2, rssi: -70))
        directory.receive(sighting(iBeacon(6), 3, at: 0.3))
        directory.receive(sighting(telemetry, nil, at: 0.4))
        let news = directory.takeNews(at: second)
        #expect(news.map(\.sender) == [2, 1], "newest first; an address with an identity alone says nothing else")
        #expect(news[0].webAddress == "https://a.example/" && news[0].identity == nil && news[0].rssi == -70)
        #expect(news[1].identity == .iBeacon(uuid: BeaconWalk.venueUUID, major: 1, minor: 5))
        #expect(news[1].telemetry?.batteryMillivolts == 2_950 && news[1].nanoseconds == 0)
        #expect(directory.takeNews(at: second).isEmpty, "once")
        directory.receive(sighting(telemetry, 2, at: 2))
        let more = try #require(directory.takeNews(at: 3 * second).first)
        #expect(more.webAddress == "https://a.example/" && more.telemetry != nil)
    }

    @Test func `Addresses that change for ever fill no memory`() {
        var directory = SenderDirectory()
        for address in 0..<UInt64(3 * SenderDirectory.mostSenders) {
            directory.receive(sighting(telemetry, address, at: Double(address) * 0.001))
            #expect(directory.count <= SenderDirectory.mostSenders)
        }
        let last = UInt64(3 * SenderDirectory.mostSenders - 1)
        #expect(directory.takeNews(at: 6 * second).first?.sender == last, "the newest are kept")
        _ = directory.takeNews(at: 6 * second + Int64((SenderDirectory.silenceSeconds + 1) * 1e9))
        #expect(directory.count == 0, "who is silent is forgotten")
    }
}
