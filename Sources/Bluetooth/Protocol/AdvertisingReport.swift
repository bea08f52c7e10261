/// One advertisement that the controller received.
package struct AdvertisingReport: Hashable, Sendable {
    /// The address of its sender, often a random one.
    package var address: BluetoothAddress
    /// Whether that address is a random one.
    package var isRandomAddress: Bool
    /// The signal strength, dBm; 127 if the controller does not report it.
    package var rssi: Int
    /// The advertisement's data: AD structures.
    package var data: [UInt8]

    /// Creates a report.
    package init(address: BluetoothAddress, isRandomAddress: Bool, rssi: Int, data: [UInt8]) {
        self.address = address
        self.isRandomAddress = isRandomAddress
        self.rssi = rssi
        self.data = data
    }
}

extension AdvertisingReport {
    /// The reports of an LE Advertising Report event, after its subevent code, up to the first malformed one.
    static func legacyReports(_ parameters: ArraySlice<UInt8>) -> [AdvertisingReport] {
        reports(parameters) { reader in
            guard reader.octet() != nil, let kind = reader.octet(),
                let address = reader.octets(6).flatMap({ BluetoothAddress(littleEndian: $0) }),
                let length = reader.octet(), let data = reader.octets(Int(length)), let rssi = reader.octet()
            else { return nil }
            return AdvertisingReport(address, kind, rssi, data)
        }
    }

    /// The reports of an LE Extended Advertising Report event, after its subevent code.
    static func extendedReports(_ parameters: ArraySlice<UInt8>) -> [AdvertisingReport] {
        reports(parameters) { reader in
            guard reader.short() != nil, let kind = reader.octet(),
                let address = reader.octets(6).flatMap({ BluetoothAddress(littleEndian: $0) }),
                // Both PHYs, the set, the power; then the strength, the interval and the target address.
                reader.octets(4) != nil, let rssi = reader.octet(), reader.octets(9) != nil,
                let length = reader.octet(), let data = reader.octets(Int(length))
            else { return nil }
            return AdvertisingReport(address, kind, rssi, data)
        }
    }

    private init(_ address: BluetoothAddress, _ kind: UInt8, _ rssi: UInt8, _ data: ArraySlice<UInt8>) {
        self.init(
            address: address,
            isRandomAddress: kind & 1 == 1,
            rssi: Int(Int8(bitPattern: rssi)),
            data: Array(data)
        )
    }

    private static func reports(
        _ parameters: ArraySlice<UInt8>,
        read: (inout OctetReader) -> AdvertisingReport?
    ) -> [AdvertisingReport] {
        var reader = OctetReader(parameters)
        guard let count = reader.octet() else { return [] }
        var reports: [AdvertisingReport] = []
        while reports.count < Int(count), let report = read(&reader) { reports.append(report) }
        return reports
    }

    /// The report as an event of a controller: the legacy form, type ADV_NONCONN_IND.
    package var legacyEvent: HCIPacket {
        let used = data.prefix(31)
        let head: [UInt8] = [0x02, 1, 0x03, isRandomAddress ? 1 : 0] + address.littleEndian
        return .event(
            code: 0x3E,
            parameters: head + [UInt8(used.count)] + used + [UInt8(bitPattern: Int8(clamping: rssi))]
        )
    }

    /// The report as an event of a controller: the extended form, a legacy packet that is not connectable.
    package var extendedEvent: HCIPacket {
        let used = data.prefix(229)
        let head: [UInt8] = [0x0D, 1, 0x10, 0x00, isRandomAddress ? 1 : 0] + address.littleEndian
        let radio: [UInt8] = [0x01, 0x00, 0xFF, 0x7F, UInt8(bitPattern: Int8(clamping: rssi)), 0, 0]
        let target = [UInt8](repeating: 0, count: 7)
        return .event(code: 0x3E, parameters: head + radio + target + [UInt8(used.count)] + used)
    }
}
