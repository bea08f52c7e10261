import Testing

@testable import Proximity

@Suite struct BeaconFrameTests {
    private let estimote: [UInt8] =
        [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15]
        + [0xB9, 0x40, 0x7F, 0x30, 0xF5, 0xF8, 0x46, 0x6E, 0xAF, 0xF9, 0x25, 0x55, 0x6B, 0x57, 0xFE, 0x6D]
        + [0x12, 0x34, 0xAB, 0xCD, 0xC5]

    @Test func `An iBeacon's thirty octets are read and written`() throws {
        let frame = try #require(BeaconFrame(advertisement: estimote[...]))
        let uuid = try #require(BeaconUUID("b9407f30-f5f8-466e-aff9-25556b57fe6d"))
        let expected = IBeaconFrame(uuid: uuid, major: 0x1234, minor: 0xABCD, measuredPower: -59)
        #expect(frame == .iBeacon(expected))
        #expect(expected.advertisement == estimote)
        #expect(frame.identity == .iBeacon(uuid: uuid, major: 0x1234, minor: 0xABCD))
        #expect(uuid.description == "B9407F30-F5F8-466E-AFF9-25556B57FE6D")
    }

    @Test func `A frame is found behind other structures and without flags`() {
        let bare = Array(estimote.dropFirst(3))
        #expect(BeaconFrame(advertisement: bare[...]) != nil)
        #expect(BeaconFrame(advertisement: ([0x02, 0x0A, 0x04, 0x03, 0x03, 0xAA, 0xFE] + bare)[...]) != nil)
    }

    @Test func `A slice that does not begin at zero is read alike`() {
        let padded = [0xFF, 0xFF] + estimote
        #expect(BeaconFrame(advertisement: padded[2...]) == BeaconFrame(advertisement: estimote[...]))
    }

    @Test(arguments: 0..<30) func `A frame that is cut is none`(count: Int) {
        #expect(BeaconFrame(advertisement: estimote.prefix(count)) == nil)
    }

    @Test func `A lying length ends the walk`() {
        var lying = estimote
        lying[3] = 0xFF
        #expect(BeaconFrame(advertisement: lying[...]) == nil)
        lying[3] = 0x10
        #expect(BeaconFrame(advertisement: lying[...]) == nil)
    }

    @Test func `An AltBeacon is read and written`() throws {
        let frame = AltBeaconFrame(
            manufacturer: 0x0118,
            uuid: BeaconUUID(high: 7, low: 9),
            major: 1,
            minor: 2,
            measuredPower: -65,
            reserved: 3
        )
        #expect(frame.advertisement[3] == 0x1B)
        #expect(frame.advertisement.count == 31)
        #expect(BeaconFrame(advertisement: frame.advertisement[...]) == .altBeacon(frame))
    }

    @Test func `Eddystone frames are read`() throws {
        let header: [UInt8] = [0x02, 0x01, 0x06, 0x03, 0x03, 0xAA, 0xFE]
        let uid = header + [0x17, 0x16, 0xAA, 0xFE, 0x00, 0xED] + Array(1...16) + [0, 0]
        let frame = try #require(BeaconFrame(advertisement: uid[...]))
        #expect(frame.measuredPower == -60)
        #expect(frame.identity?.description == "0102030405060708090a/0b0c0d0e0f10")
        #expect(frame.advertisement == uid)

        let url = header + [0x0A, 0x16, 0xAA, 0xFE, 0x10, 0xED, 0x03, 0x61, 0x62, 0x63, 0x07]
        guard case .eddystoneURL(let address) = BeaconFrame(advertisement: url[...]) else {
            Issue.record("not a URL frame")
            return
        }
        #expect(address.address == "https://abc.com")
        #expect(EddystoneURLFrame(address: "https://abc.com", measuredPower: -60)?.advertisement == url)

        let values: [UInt8] = [0x20, 0x00, 0x0B, 0xB8, 0x15, 0x80, 0, 0, 1, 0, 0, 0, 2, 0]
        let telemetry = header + [0x11, 0x16, 0xAA, 0xFE] + values
        guard case .eddystoneTelemetry(let state) = BeaconFrame(advertisement: telemetry[...]) else {
            Issue.record("not a TLM frame")
            return
        }
        #expect(state.batteryMillivolts == 3000)
        #expect(state.temperatureCelsius == 21.5)
        #expect(state.advertisementCount == 256)
        #expect(state.uptimeDeciseconds == 512)
        #expect(state.advertisement == telemetry)
    }

    @Test func `An address that does not fit into an Eddystone is refused, and one that fits is read back`() {
        let wrong = ["", "https://", "ftp://abc.com", "https://a b.com", "https://é.com", "https://eighteen-letters.x"]
        for address in wrong {
            #expect(EddystoneURLFrame(address: address, measuredPower: -59) == nil, "\(address)")
        }
        for address in ["http://www.a.org/b", "https://seventeen-letters", "https://www.example.com/menu.com/"] {
            let frame = EddystoneURLFrame(address: address, measuredPower: -59)
            #expect((frame?.advertisement.count ?? 99) <= 31)
            let read = frame.flatMap { BeaconFrame(advertisement: $0.advertisement[...]) }
            #expect(frame != nil && read == frame.map { .eddystoneURL($0) })
        }
    }

    @Test(arguments: [
        (Double?.none, [0x80, 0x00]), (.nan, [0x80, 0x00]), (1000, [0x7F, 0xFF]), (-1000, [0x80, 0x01]),
    ])
    func `A temperature beyond the field is the nearest, and none stays none`(celsius: Double?, octets: [UInt8]) {
        let frame = EddystoneTelemetryFrame(batteryMillivolts: 70_000, temperatureCelsius: celsius)
        #expect(Array(frame.advertisement[13...16]) == [0xFF, 0xFF] + octets)
    }

    @Test func `A UUID is read in any usual spelling and in no other`() {
        #expect(BeaconUUID("B9407F30F5F8466EAFF925556B57FE6D") == BeaconUUID("b9407f30-f5f8-466e-aff9-25556b57fe6d"))
        for text in ["", "B9407F30", "B9407F30F5F8466EAFF925556B57FE6", "G9407F30F5F8466EAFF925556B57FE6D"] {
            #expect(BeaconUUID(text) == nil)
        }
    }

    /// A hundred thousand mutated advertisements: nothing traps, and what is read back writes the same.
    @Test func `Mutated advertisements never trap`() {
        var generator = SeededGenerator(seed: 0xBEAC)
        var read = 0
        for _ in 0..<100_000 {
            var octets = estimote
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                octets[Int.random(in: 0..<octets.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { octets.removeLast(.random(in: 0...30, using: &generator)) }
            guard let frame = BeaconFrame(advertisement: octets[...]) else { continue }
            read += 1
            if case .iBeacon(let beacon) = frame {
                #expect(BeaconFrame(advertisement: beacon.advertisement[...]) == frame)
            }
        }
        #expect(read > 1000)
    }
}
