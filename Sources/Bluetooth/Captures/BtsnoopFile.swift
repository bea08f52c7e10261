import Foundation

/// A btsnoop capture, as Android, BlueZ and Wireshark write it (after RFC 1761).
///
/// Magic `btsnoop\0`, version 1, datalink 1002 (H4) or 1001 (HCI without types); records with headers of 24 octets,
/// big-endian; microseconds since the year 0.
package struct BtsnoopFile: Hashable, Sendable {
    /// The packets in the order of the file, without those that are not HCI packets.
    package var packets: [CapturedPacket]

    /// Creates a capture.
    package init(packets: [CapturedPacket] = []) { self.packets = packets }

    /// Reads a capture's octets.
    ///
    /// Errors call the file `name`.
    ///
    /// Throws `malformedCapture`, with the record and the octet at which it begins.
    package init(_ octets: [UInt8], name: String) throws(BluetoothError) {
        func malformed(_ reason: String, record: Int = 0, at offset: Int = 0) -> BluetoothError {
            .malformedCapture(file: name, record: record, offset: offset, reason: reason)
        }
        guard octets.count >= 16, octets.starts(with: Self.magic) else { throw malformed("not a btsnoop file") }
        guard Self.number(octets[8..<12]) == 1 else { throw malformed("a version other than 1", at: 8) }
        let datalink = Self.number(octets[12..<16])
        guard datalink == 1001 || datalink == 1002 else {
            throw malformed(
                "datalink \(datalink) is neither 1002 (H4) nor 1001; record with `btmon -w`'s H4 form",
                at: 12
            )
        }
        packets = []
        var (offset, record) = (16, 1)
        while offset < octets.count {
            guard octets.count - offset >= 24 else { throw malformed("the header is cut", record: record, at: offset) }
            let header = octets[offset..<offset + 24]
            let length = Int(Self.number(header.dropFirst(4).prefix(4)))
            guard octets.count - offset - 24 >= length else {
                throw malformed(
                    "\(length) octets are said to follow, \(octets.count - offset - 24) do",
                    record: record,
                    at: offset
                )
            }
            let body = octets[(offset + 24)..<(offset + 24 + length)]
            if let packet = Self.packet(header, body, isTyped: datalink == 1002) { packets.append(packet) }
            offset += 24 + length
            record += 1
        }
    }

    /// The capture's octets, datalink H4.
    package var octets: [UInt8] {
        var octets = Self.header
        for packet in packets { octets += Self.record(packet) }
        return octets
    }

    /// The sixteen octets before the first record.
    static var header: [UInt8] { magic + bigEndian(1, 4) + bigEndian(1002, 4) }

    /// One record.
    static func record(_ packet: CapturedPacket) -> [UInt8] {
        let body = packet.packet.h4
        let isMessage =
            switch packet.packet {
            case .command, .event: true
            case .other: false
            }
        let flags: Int64 = (packet.isReceived ? 1 : 0) | (isMessage ? 2 : 0)
        let size = bigEndian(Int64(body.count), 4)
        let time = bigEndian(packet.nanoseconds / 1000 + epoch, 8)
        return size + size + bigEndian(flags, 4) + bigEndian(0, 4) + time + body
    }

    private static let magic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00]
    /// Microseconds from the year 0 to 1970.
    private static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

    private static func packet(
        _ header: ArraySlice<UInt8>,
        _ body: ArraySlice<UInt8>,
        isTyped: Bool
    ) -> CapturedPacket? {
        let flags = number(header.dropFirst(8).prefix(4))
        let isReceived = flags & 1 == 1
        // Without packet types, the flags decide: commands and events are messages, the rest is data.
        let type = isTyped ? body.first : flags & 2 == 0 ? 0x02 : isReceived ? 0x04 : 0x01
        guard let type, let packet = H4Decoder.packet(type: type, exactly: isTyped ? body.dropFirst() : body) else {
            return nil
        }
        let microseconds = Int64(bitPattern: number(header.suffix(8)))
        let (since1970, underflow) = microseconds.subtractingReportingOverflow(epoch)
        let (nanoseconds, overflow) = since1970.multipliedReportingOverflow(by: 1000)
        return CapturedPacket(
            nanoseconds: underflow || overflow ? 0 : nanoseconds,
            isReceived: isReceived,
            packet: packet
        )
    }

    private static func number(_ octets: ArraySlice<UInt8>) -> UInt64 { octets.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func bigEndian(_ value: Int64, _ count: Int) -> [UInt8] {
        Array(value.littleEndianOctets.prefix(count).reversed())
    }
}

extension BtsnoopFile {
    /// Reads the capture at a path.
    ///
    /// Throws `unreadable` and `malformedCapture`.
    package init(path: String) throws(BluetoothError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw .unreadable(file: path, reason: "cannot be read: \(error.localizedDescription)")
        }
        try self.init([UInt8](data), name: path)
    }

    /// Writes the capture to a path.
    ///
    /// Throws `unreadable`.
    package func write(to path: String) throws(BluetoothError) {
        do {
            try Data(octets).write(to: URL(fileURLWithPath: path))
        } catch {
            throw .unreadable(file: path, reason: "cannot be written: \(error.localizedDescription)")
        }
    }
}
