/// An AltBeacon's advertisement (altbeacon.org, version 1.0): of any manufacturer, code `BE AC`.
public struct AltBeaconFrame: Hashable, Sendable {
    /// The company's assigned number.
    public var manufacturer: UInt16
    /// The first sixteen octets of the identity, usually one for all of an owner's beacons.
    public var uuid: BeaconUUID
    /// The next two octets.
    public var major: UInt16
    /// The last two octets.
    public var minor: UInt16
    /// The power expected at 1 m, dBm.
    public var measuredPower: Int8
    /// The octet that is reserved for the manufacturer.
    public var reserved: UInt8

    /// Creates a frame.
    public init(
        manufacturer: UInt16,
        uuid: BeaconUUID,
        major: UInt16,
        minor: UInt16,
        measuredPower: Int8,
        reserved: UInt8 = 0
    ) {
        self.manufacturer = manufacturer
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.measuredPower = measuredPower
        self.reserved = reserved
    }

    /// Reads the data of an AD structure of type 0xFF; `nil` unless it is an AltBeacon's, in full.
    public init?(manufacturerData data: ArraySlice<UInt8>) {
        guard data.count == 26, data.dropFirst(2).starts(with: [0xBE, 0xAC]) else { return nil }
        guard let uuid = BeaconUUID(data.dropFirst(4).prefix(16)) else { return nil }
        let head = Array(data.prefix(2))
        let tail = Array(data.dropFirst(20))
        self.init(
            manufacturer: UInt16(head[1]) << 8 | UInt16(head[0]),
            uuid: uuid,
            major: UInt16(tail[0]) << 8 | UInt16(tail[1]),
            minor: UInt16(tail[2]) << 8 | UInt16(tail[3]),
            measuredPower: Int8(bitPattern: tail[4]),
            reserved: tail[5]
        )
    }

    /// The advertisement's octets: flags, then length 0x1B, type 0xFF and the frame.
    public var advertisement: [UInt8] {
        let company = [UInt8(manufacturer & 0xFF), UInt8(manufacturer >> 8)]
        let numbers = [major, minor].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let body = company + [0xBE, 0xAC] + uuid.octets + numbers
        return [0x02, 0x01, 0x06, 0x1B, 0xFF] + body + [UInt8(bitPattern: measuredPower), reserved]
    }

    /// The sender's identity.
    public var identity: BeaconIdentity {
        .altBeacon(uuid: uuid, major: major, minor: minor, manufacturer: manufacturer)
    }
}
