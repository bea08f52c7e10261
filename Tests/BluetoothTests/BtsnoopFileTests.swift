import Foundation
import Proximity
import Testing

@testable import Bluetooth

@Suite struct BtsnoopFileTests {
    private static let recording = "../shared/data/ble/ibeacon_only_sanitised.btsnoop"
    private static var isAbsent: Bool { !FileManager.default.fileExists(atPath: recording) }

    private var capture: BtsnoopFile {
        let report = AdvertisingReport(
            address: BluetoothAddress(bits: 1),
            isRandomAddress: false,
            rssi: -60,
            data: IBeaconFrame(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4).advertisement
        )
        return BtsnoopFile(packets: [
            CapturedPacket(nanoseconds: 1_700_000_000_123_456_000, isReceived: false, packet: .command(.reset)),
            CapturedPacket(nanoseconds: 1_700_000_001_000_000_000, isReceived: true, packet: report.legacyEvent),
        ])
    }

    @Test func `A capture is read as it was written`() throws {
        let octets = capture.octets
        #expect(Array(octets[..<16]) == Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA])
        #expect(try BtsnoopFile(octets, name: "c") == capture)
    }

    @Test func `A cut capture names the record and the octet`() throws {
        let octets = capture.octets
        let second = 16 + 24 + 4
        #expect(
            throws: BluetoothError.malformedCapture(
                file: "c",
                record: 2,
                offset: second,
                reason: "45 octets are said to follow, 44 do"
            )
        ) { try BtsnoopFile(Array(octets.dropLast()), name: "c") }
        #expect(
            throws: BluetoothError.malformedCapture(
                file: "c",
                record: 2,
                offset: second,
                reason: "the header is cut"
            )
        ) { try BtsnoopFile(Array(octets[..<(second + 10)]), name: "c") }
        #expect(throws: BluetoothError.self) { try BtsnoopFile(Array("GIF89a".utf8), name: "c") }
    }

    /// A hundred thousand mutated captures: each is read or refused, none traps.
    @Test func `Mutated captures never trap`() {
        var generator = SeededGenerator(seed: 0xB75)
        let original = capture.octets
        var refused = 0
        for _ in 0..<100_000 {
            var octets = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                octets[Int.random(in: 0..<octets.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { octets.removeLast(.random(in: 0...60, using: &generator)) }
            if (try? BtsnoopFile(octets, name: "c")) == nil { refused += 1 }
        }
        #expect((10_000...95_000).contains(refused))
    }

    @Test(.disabled(if: isAbsent, "no recordings here")) func `Every beacon of the recorded capture is received`()
        throws
    {
        var (received, ticks, last) = (0, 0, Int64.min)
        let source = try BeaconSource(Self.recording)
        try BeaconListener(source: source).run(until: false) { event in
            switch event {
            case .sighting: received += 1
            case .tick(let time):
                ticks += 1
                last = max(last, time)
            case .began, .lost: break
            }
        }
        #expect(received == 99)
        #expect(ticks > 0)
    }
}
