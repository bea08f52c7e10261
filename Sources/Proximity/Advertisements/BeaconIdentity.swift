/// The identity that a beacon advertises, independent of its random radio address.
public enum BeaconIdentity: Hashable, Sendable {
    /// An iBeacon: UUID, major, minor.
    case iBeacon(uuid: BeaconUUID, major: UInt16, minor: UInt16)
    /// An AltBeacon: the same three numbers with a manufacturer's code.
    case altBeacon(uuid: BeaconUUID, major: UInt16, minor: UInt16, manufacturer: UInt16)
    /// An Eddystone-UID beacon: ten octets of namespace and six of instance.
    case eddystone(EddystoneIdentifier)

    /// The UUID; `nil` for Eddystone.
    public var uuid: BeaconUUID? {
        switch self {
        case .iBeacon(let uuid, _, _), .altBeacon(let uuid, _, _, _): uuid
        case .eddystone: nil
        }
    }

    /// The major number; `nil` for Eddystone.
    public var major: UInt16? {
        switch self {
        case .iBeacon(_, let major, _), .altBeacon(_, let major, _, _): major
        case .eddystone: nil
        }
    }

    /// The minor number; `nil` for Eddystone.
    public var minor: UInt16? {
        switch self {
        case .iBeacon(_, _, let minor), .altBeacon(_, _, let minor, _): minor
        case .eddystone: nil
        }
    }
}

extension BeaconIdentity: CustomStringConvertible {
    /// UUID/major/minor, or namespace/instance.
    public var description: String {
        switch self {
        case .iBeacon(let uuid, let major, let minor), .altBeacon(let uuid, let major, let minor, _):
            "\(uuid)/\(major)/\(minor)"
        case .eddystone(let identifier): identifier.description
        }
    }
}

extension BeaconIdentity: Comparable {
    /// Orders by kind, then by the numbers.
    public static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        left.sortingKey.lexicographicallyPrecedes(right.sortingKey)
    }

    private var sortingKey: [UInt64] {
        switch self {
        case .iBeacon(let uuid, let major, let minor): [0, uuid.high, uuid.low, UInt64(major), UInt64(minor)]
        case .altBeacon(let uuid, let major, let minor, let manufacturer):
            [1, uuid.high, uuid.low, UInt64(major), UInt64(minor), UInt64(manufacturer)]
        case .eddystone(let identifier): [2, identifier.bits.high, identifier.bits.low]
        }
    }
}

extension BeaconIdentity {
    /// The identity as text that names one beacon: `UUID/major/minor`, with `@manufacturer` for an AltBeacon, or
    /// `namespace/instance` for Eddystone.
    public var key: String {
        guard case .altBeacon(_, _, _, let manufacturer) = self else { return description }
        return "\(description)@\(manufacturer)"
    }

    /// Parses a key; `nil` for anything else.
    public init?(key: String) {
        let halves = key.split(separator: "@", omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 3, let uuid = BeaconUUID(parts[0]), let major = UInt16(parts[1]), let minor = UInt16(parts[2])
        {
            guard halves.count > 1 else {
                self = .iBeacon(uuid: uuid, major: major, minor: minor)
                return
            }
            guard halves.count == 2, let manufacturer = UInt16(halves[1]) else { return nil }
            self = .altBeacon(uuid: uuid, major: major, minor: minor, manufacturer: manufacturer)
        } else if halves.count == 1, parts.count == 2, parts[0].utf8.count == 20, parts[1].utf8.count == 12 {
            guard let bits = BeaconUUID(parts[0] + parts[1]), let identifier = EddystoneIdentifier(bits.octets[...])
            else { return nil }
            self = .eddystone(identifier)
        } else {
            return nil
        }
    }
}
