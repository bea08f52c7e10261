/// An Eddystone-URL frame: a short web address (github.com/google/eddystone, eddystone-url).
public struct EddystoneURLFrame: Hashable, Sendable {
    /// The address, with scheme and endings expanded.
    public let address: String
    /// The power at 0 m that the beacon advertises, dBm.
    public var powerAtZero: Int8

    /// Creates a frame; `nil` unless the address is `http` or `https`, of printable ASCII characters, and fits.
    ///
    /// Seventeen octets are for what follows `https://` or `https://www.`; an ending such as `.com/` takes one of them.
    /// The power expected at 1 m (dBm) is advertised as the one at 0 m, 41 dB above it.
    public init?(address: String, measuredPower: Int8) {
        guard let encoded = Self.encoded(address), (2...Self.limit + 1).contains(encoded.count) else { return nil }
        self.address = address
        powerAtZero = EddystoneService.powerAtZero(of: measuredPower)
    }

    /// Parses the service data after the service's UUID; `nil` unless it is a URL frame of printable characters.
    public init?(_ body: ArraySlice<UInt8>) {
        let octets = Array(body)
        guard octets.count >= 3, octets[0] == 0x10, Int(octets[2]) < Self.schemes.count else { return nil }
        powerAtZero = Int8(bitPattern: octets[1])
        var address = Self.schemes[Int(octets[2])]
        for octet in octets.dropFirst(3) {
            if Int(octet) < Self.endings.count {
                address += Self.endings[Int(octet)]
            } else if Self.printable.contains(octet) {
                address.unicodeScalars.append(Unicode.Scalar(octet))
            } else {
                return nil
            }
        }
        self.address = address
    }

    /// The power expected at 1 m, dBm: 41 dB below the power at 0 m.
    public var measuredPower: Int { EddystoneService.measuredPower(of: powerAtZero) }

    /// The advertisement's octets, at most 31 of a frame that was created: flags, the service, then the frame.
    public var advertisement: [UInt8] {
        EddystoneService.advertisement([0x10, UInt8(bitPattern: powerAtZero)] + (Self.encoded(address) ?? [0]))
    }

    /// The octets for what follows the scheme.
    private static let limit = 17
    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let endings = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]
    private static let printable: ClosedRange<UInt8> = 0x21...0x7E

    /// The scheme's octet and the address's, with its usual endings as one octet each.
    private static func encoded(_ address: String) -> [UInt8]? {
        guard let scheme = schemes.firstIndex(where: { address.hasPrefix($0) }) else { return nil }
        var rest = Array(address.utf8)[...].dropFirst(schemes[scheme].utf8.count)
        guard rest.allSatisfy(printable.contains) else { return nil }
        var octets = [UInt8(scheme)]
        while let first = rest.first {
            let ending = endings.firstIndex { rest.starts(with: $0.utf8) }
            octets.append(ending.map { UInt8($0) } ?? first)
            rest = rest.dropFirst(ending.map { endings[$0].utf8.count } ?? 1)
        }
        return octets
    }
}
