/// An Eddystone-UID frame: identity and power (github.com/google/eddystone, eddystone-uid).
public struct EddystoneUIDFrame: Hashable, Sendable {
    /// Namespace and instance.
    public var identifier: EddystoneIdentifier
    /// The power at 0 m that the beacon advertises, dBm.
    public var powerAtZero: Int8

    /// Parses the service data after the service's UUID; `nil` unless it is a complete UID frame.
    public init?(_ body: ArraySlice<UInt8>) {
        let octets = Array(body.prefix(18))
        guard octets.count == 18, octets[0] == 0x00 else { return nil }
        guard let identifier = EddystoneIdentifier(octets[2..<18]) else { return nil }
        self.identifier = identifier
        powerAtZero = Int8(bitPattern: octets[1])
    }

    /// The power expected at 1 m, dBm: 41 dB below the power at 0 m.
    public var measuredPower: Int { Int(powerAtZero) - 41 }
}
