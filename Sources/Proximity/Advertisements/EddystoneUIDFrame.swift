/// An Eddystone-UID frame: identity and power (github.com/google/eddystone, eddystone-uid).
public struct EddystoneUIDFrame: Hashable, Sendable {
    /// Namespace and instance.
    public var identifier: EddystoneIdentifier
    /// The power at 0 m that the beacon advertises, dBm.
    public var powerAtZero: Int8

    /// Creates a frame; the power expected at 1 m (dBm) is advertised as the one at 0 m, 41 dB above it.
    public init(identifier: EddystoneIdentifier, measuredPower: Int8) {
        self.identifier = identifier
        powerAtZero = EddystoneService.powerAtZero(of: measuredPower)
    }

    /// Parses the service data after the service's UUID; `nil` unless it is a complete UID frame.
    public init?(_ body: ArraySlice<UInt8>) {
        let octets = Array(body.prefix(18))
        guard octets.count == 18, octets[0] == 0x00 else { return nil }
        guard let identifier = EddystoneIdentifier(octets[2..<18]) else { return nil }
        self.identifier = identifier
        powerAtZero = Int8(bitPattern: octets[1])
    }

    /// The power expected at 1 m, dBm: 41 dB below the power at 0 m.
    public var measuredPower: Int { EddystoneService.measuredPower(of: powerAtZero) }

    /// The advertisement's 31 octets: flags, the service, then the frame with its two reserved octets.
    public var advertisement: [UInt8] {
        EddystoneService.advertisement([0x00, UInt8(bitPattern: powerAtZero)] + identifier.bits.octets + [0, 0])
    }
}
