import Proximity
import Testing

@testable import Bluetooth

@Suite struct HCIEventTests {
    private let report = AdvertisingReport(
        address: BluetoothAddress(bits: 0xC1_02_03_04_05_06),
        isRandomAddress: true,
        rssi: -71,
        data: IBeaconFrame(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4).advertisement
    )

    private func event(_ packet: HCIPacket) -> HCIEvent? {
        guard case .event(let code, let parameters) = packet else { return nil }
        return HCIEvent(code: code, parameters: parameters)
    }

    @Test func `Legacy and extended reports are read as they are written`() {
        #expect(event(report.legacyEvent) == .reports([report]))
        #expect(event(report.extendedEvent) == .reports([report]))
    }

    @Test func `Several reports in one event are read`() {
        guard case .event(let code, let one) = report.legacyEvent else { return }
        let two = [0x02, 2] + one.dropFirst(2) + one.dropFirst(2)
        #expect(HCIEvent(code: code, parameters: two) == .reports([report, report]))
    }

    @Test func `A count that lies gives the reports that are there`() {
        guard case .event(let code, var parameters) = report.legacyEvent else { return }
        parameters[1] = 9
        #expect(HCIEvent(code: code, parameters: parameters) == .reports([report]))
        parameters[10] = 0xFF
        #expect(HCIEvent(code: code, parameters: parameters) == .reports([]))
    }

    /// A hundred thousand mutated events, alone and as a stream: nothing traps.
    @Test func `Mutated events never trap`() throws {
        var generator = SeededGenerator(seed: 0x4C1)
        let originals = [report.legacyEvent.h4, report.extendedEvent.h4, [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]]
        var read = 0
        for index in 0..<100_000 {
            var octets = originals[index % originals.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                octets[Int.random(in: 0..<octets.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                octets.removeLast(.random(in: 0..<octets.count, using: &generator))
            }
            if octets.count > 3, HCIEvent(code: octets[1], parameters: Array(octets[3...])) != nil { read += 1 }
            var (decoder, session) = (H4Decoder(), ControllerSession(task: .scan))
            _ = session.begin(at: 0)
            for packet in (try? decoder.decode(octets + octets)) ?? [] { _ = session.receive(packet, at: 0) }
        }
        #expect(read > 50_000)
    }
}
