import Testing

@testable import Bluetooth

@Suite struct H4DecoderTests {
    private let event: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
    private let command: [UInt8] = [0x01, 0x0C, 0x20, 0x02, 0x01, 0x00]
    private let data: [UInt8] = [0x02, 0x40, 0x20, 0x02, 0x00, 0xAA, 0xBB]

    private var expected: [HCIPacket] {
        [
            .event(code: 0x0E, parameters: [0x01, 0x03, 0x0C, 0x00]),
            .command(.setScanEnable(true)),
            .other(type: 0x02, octets: [0x40, 0x20, 0x02, 0x00, 0xAA, 0xBB]),
        ]
    }

    @Test func `Packets are cut whole, batched and octet by octet`() throws {
        let stream = event + command + data
        var whole = H4Decoder()
        #expect(try whole.decode(stream) == expected)
        var dripped = H4Decoder()
        #expect(try stream.flatMap { try dripped.decode([$0]) } == expected)
        #expect(expected.flatMap(\.h4) == stream)
    }

    @Test func `What is no packet is named`() {
        var decoder = H4Decoder()
        #expect(throws: BluetoothError.notHCI(octet: 0x48)) { try decoder.decode([0x48, 0x54, 0x54, 0x50]) }
    }
}
