import Foundation
import Proximity
import Testing

@testable import Bluetooth

@Suite struct BeaconConfigurationTests {
    private let address = BluetoothAddress(bits: 0xF0F1_F2F3_F4F5)
    private let code: [UInt8] = Array(0x20..<0x30)

    @Test func `Requests and answers have the octets of the specification`() {
        #expect(AttributeRequest.read(0x0102).octets == [0x0A, 0x02, 0x01])
        #expect(AttributeRequest.write(3, [9]).octets == [0x12, 3, 0, 9])
        #expect(AttributeRequest.listCharacteristics(from: 1, to: 0x20).octets == [8, 1, 0, 0x20, 0, 3, 0x28])
        #expect(AttributeMessage([0x01, 0x0A, 5, 0, 2]) == .failed(request: 0x0A, code: 2))
        #expect(AttributeMessage([0x07, 1, 0, 9, 0]) == .service(first: 1, last: 9))
        #expect(AttributeMessage([0x02, 23, 0]) == .request(2))
        let declared = AttributeMessage.Characteristic(declaration: 2, value: 3, uuid: [0x00, 0x2A])
        #expect(AttributeMessage([0x09, 7, 2, 0, 0x0A, 3, 0, 0x00, 0x2A]) == .characteristics([declared]))
    }

    @Test func `No message of a stranger does harm`() {
        #expect(AttributeMessage([]) == nil)
        for size in 0..<40 {
            for opcode in UInt8(0)...0xFF {
                let octets = [opcode] + [UInt8](repeating: 7, count: size)
                var configurator = EddystoneConfigurator(EddystoneChange(), lockCode: nil, address: "a")
                _ = configurator.begin()
                _ = configurator.receive(octets)
                var assembler = LinkAssembler()
                _ = LinkFragment(packet: octets).map { assembler.add($0) }
            }
        }
        var assembler = LinkAssembler()
        var first = LinkFragment(handle: 1, message: [])
        first.octets = [0xFF, 0xFF, 4, 0] + [UInt8](repeating: 0, count: 20)
        #expect(assembler.add(first) == nil)
        first.isFirst = false
        #expect(assembler.add(first) == nil)
    }

    @Test func `A message comes together from its parts, and other channels' are dropped`() {
        let whole = LinkFragment(handle: 0x40, message: [0x0B, 1, 2, 3])
        var (head, tail, assembler) = (whole, whole, LinkAssembler())
        (head.octets, tail.octets, tail.isFirst) = (
            Array(whole.octets.prefix(5)), Array(whole.octets.dropFirst(5)), false
        )
        #expect(assembler.add(tail) == nil)
        #expect(assembler.add(head) == nil)
        #expect(assembler.add(tail) == [0x0B, 1, 2, 3])
        head.octets = [1, 0, 5, 0, 9]
        #expect(assembler.add(head) == nil)
    }

    @Test func `A beacon that does not come, and a controller that does not answer, are given up`() {
        var session = LinkSession(address: address, isRandom: true)
        #expect(session.begin(at: 0) == [.send(.command(.reset))])
        #expect(session.advance(to: 4_000_000_000) == [.fail(.controllerSilent(opcode: 0x0C03))])
        session = LinkSession(address: address, isRandom: true)
        _ = session.begin(at: 0)
        for opcode: UInt16 in [0x0C03, 0x0C01, 0x2001] {
            _ = session.receive(.event(code: 0x0E, parameters: [1] + opcode.littleEndianOctets + [0]), at: 1)
        }
        #expect(session.advance(to: 19_000_000_000).isEmpty)
        let silent = BluetoothError.beaconSilent(address: "F0:F1:F2:F3:F4:F5")
        #expect(session.advance(to: 21_000_000_000) == [.send(.command(.cancelConnection)), .fail(silent)])
    }

    @Test func `Addresses are read as they are written`() {
        #expect(BluetoothAddress("f0:F1:F2:F3:F4:F5") == address)
        for wrong in ["", "F0:F1:F2:F3:F4", "F0:F1:F2:F3:F4:+5", "F0F1F2F3F4F5", "F0:F1:F2:F3:F4:F5:"] {
            #expect(BluetoothAddress(wrong) == nil)
        }
    }

    @Test func `Eddystone frames go to the service without their power, and come back with it`() throws {
        let url = try #require(EddystoneURLFrame(address: "https://example.com/", measuredPower: -59))
        let octets = try #require(BeaconFrame.eddystoneURL(url).settable)
        #expect(octets == [0x10, 0x03] + Array("example".utf8) + [0x00])
        #expect(BeaconFrame(eddystone: [0x10, 0xEE] + octets.dropFirst())?.address == "https://example.com/")
        #expect(
            BeaconFrame.iBeacon(IBeaconFrame(uuid: BeaconUUID(high: 1, low: 2), major: 1, minor: 1)).settable == nil
        )
        #expect(BeaconFrame(eddystone: []) == nil)
    }

    @Test(.disabled(if: PeerProcess.isAbsent, "Bumble is not installed: make deps"))
    func `A locked beacon that Bumble plays is unlocked, set and read back`() throws {
        let digits = code.map { String(format: "%02x", $0) }.joined()
        let peer = try PeerProcess(["--peer", "settable", "--data", digits])
        let configuration = BeaconConfigurator(source: .tcp(host: "127.0.0.1", port: peer.port))
        let identifier = try #require(EddystoneIdentifier(Array(1...16)[...]))
        let frame = BeaconFrame.eddystoneUID(EddystoneUIDFrame(identifier: identifier, measuredPower: -59))
        let change = EddystoneChange(
            slot: 1,
            frame: frame.settable,
            interval: 20,
            radioPower: -10,
            claimedPower: -18
        )
        #expect(throws: BluetoothError.beaconLocked(address: "\(address)", hasCode: false)) {
            try configuration.apply(change, to: address, isRandom: true, lockCode: nil)
        }
        #expect(throws: BluetoothError.beaconLocked(address: "\(address)", hasCode: true)) {
            try configuration.apply(change, to: address, isRandom: true, lockCode: [UInt8](repeating: 1, count: 16))
        }
        let found = try configuration.apply(change, to: address, isRandom: true, lockCode: code)
        // The beacon takes its nearest interval, and the next power that it has.
        #expect(found.interval == 100 && found.radioPower == -8 && found.claimedPower == -18)
        #expect(found.slots == 2 && found.powers == [-20, -8, 0, 4])
        #expect(BeaconFrame(eddystone: found.frame)?.identity == frame.identity)
        #expect(throws: BluetoothError.beaconRefused(setting: "slot", code: 0x0D)) {
            try configuration.apply(EddystoneChange(slot: 7), to: address, isRandom: true, lockCode: code)
        }
        let told = peer.finish()
        #expect(told.contains("000102030405060708090a0b0c0d0e0f10") && told.contains("\"radio\": -8"))
    }
}
