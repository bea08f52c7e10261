extension BeaconIdentity {
    /// The identity as text that names one beacon: `UUID/major/minor`, with `@manufacturer` for an AltBeacon, or
    /// `namespace/instance` for Eddystone.
    public var key: String {
        guard case .altBeacon(_, _, _, let manufacturer) = self else { return description }
        return "\(description)@\(manufacturer)"
    }

    /// Reads a key; `nil` for anything else.
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
