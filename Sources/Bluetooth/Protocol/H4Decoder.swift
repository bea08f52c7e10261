/// Splits a stream of octets into H4 packets, in whatever pieces the octets arrive.
package struct H4Decoder: Sendable {
    private var pending: [UInt8] = []

    /// Creates a decoder at the beginning of a stream.
    package init() {}

    /// Adds octets and returns the packets that are now complete.
    ///
    /// Throws `notHCI` if a packet's type is unknown.
    package mutating func decode(_ octets: [UInt8]) throws(BluetoothError) -> [HCIPacket] {
        pending += octets
        var packets: [HCIPacket] = []
        var rest = pending[...]
        defer { pending = Array(rest) }
        while let type = rest.first {
            guard let header = Self.headers[type] else { throw .notHCI(octet: type) }
            guard rest.count >= 1 + header.size else { break }
            let start = rest.startIndex + 1
            let length = Self.length(rest[start..<start + header.size], header)
            guard rest.count >= 1 + header.size + length else { break }
            packets.append(Self.packet(type: type, body: rest[start..<start + header.size + length]))
            rest = rest.dropFirst(1 + header.size + length)
        }
        return packets
    }

    /// One whole packet without H4's type; `nil` if its length does not fit.
    static func packet(type: UInt8, exactly body: ArraySlice<UInt8>) -> HCIPacket? {
        guard let header = headers[type], body.count >= header.size else { return nil }
        guard body.count == header.size + length(body.prefix(header.size), header) else { return nil }
        return packet(type: type, body: body)
    }

    private typealias Header = (size: Int, lengthOffset: Int, lengthSize: Int)

    /// The size of the header after the type, and the position of the length in it: command, data, voice, event,
    /// isochronous.
    private static let headers: [UInt8: Header] = [
        0x01: (3, 2, 1), 0x02: (4, 2, 2), 0x03: (3, 2, 1), 0x04: (2, 1, 1), 0x05: (4, 2, 2),
    ]

    private static func length(_ header: ArraySlice<UInt8>, _ layout: Header) -> Int {
        let field = header.dropFirst(layout.lengthOffset).prefix(layout.lengthSize)
        return field.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func packet(type: UInt8, body: ArraySlice<UInt8>) -> HCIPacket {
        var reader = OctetReader(body)
        if type == 0x01, let opcode = reader.short() {
            return .command(HCICommand(opcode, Array(reader.rest.dropFirst())))
        }
        if type == 0x04, let code = reader.octet() {
            return .event(code: code, parameters: Array(reader.rest.dropFirst()))
        }
        return .other(type: type, octets: Array(body))
    }
}
