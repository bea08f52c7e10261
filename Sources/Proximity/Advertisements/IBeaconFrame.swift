/// An iBeacon's advertisement: `02 01 flags 1A FF 4C 00 02 15`, UUID, major, minor, measured power.
public struct IBeaconFrame: Hashable, Sendable {
    /// The UUID, usually one for all of an owner's beacons.
    public var uuid: BeaconUUID
    /// The major number, usually one for a site.
    public var major: UInt16
    /// The minor number, usually one for a beacon.
    public var minor: UInt16
    /// The power expected at 1 m, dBm.
    public var measuredPower: Int8

    /// Creates a frame; −59 dBm at 1 m is the value that most beacons carry.
    public init(uuid: BeaconUUID, major: UInt16, minor: UInt16, measuredPower: Int8 = -59) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.measuredPower = measuredPower
    }

    /// Parses the data of an AD structure of type 0xFF; `nil` unless it is a complete iBeacon's.
    public init?(manufacturerData data: ArraySlice<UInt8>) {
        guard data.count >= 25, data.starts(with: Self.prefix) else { return nil }
        let body = data.dropFirst(4)
        guard let uuid = BeaconUUID(body.prefix(16)) else { return nil }
        let tail = Array(body.dropFirst(16))
        self.init(
            uuid: uuid,
            major: UInt16(tail[0]) << 8 | UInt16(tail[1]),
            minor: UInt16(tail[2]) << 8 | UInt16(tail[3]),
            measuredPower: Int8(bitPattern: tail[4])
        )
    }

    /// The advertisement's 30 octets, with the flags 0x06 (general discoverable, no classic Bluetooth).
    public var advertisement: [UInt8] { advertisement(flags: 0x06) }

    /// The advertisement's 30 octets with other flags; Apple's own beacons send 0x1A.
    public func advertisement(flags: UInt8) -> [UInt8] {
        let numbers = [major, minor].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return [0x02, 0x01, flags, 0x1A, 0xFF] + Self.prefix + uuid.octets + numbers + [
            UInt8(bitPattern: measuredPower)
        ]
    }

    private static let prefix: [UInt8] = [0x4C, 0x00, 0x02, 0x15]
}
