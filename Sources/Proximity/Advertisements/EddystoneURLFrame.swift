/// An Eddystone-URL frame: a short web address (github.com/google/eddystone, eddystone-url).
public struct EddystoneURLFrame: Hashable, Sendable {
    /// The address, with scheme and endings expanded.
    public var address: String
    /// The power at 0 m that the beacon advertises, dBm.
    public var powerAtZero: Int8

    /// Parses the service data after the service's UUID; `nil` unless it is a URL frame of printable characters.
    public init?(_ body: ArraySlice<UInt8>) {
        let octets = Array(body)
        guard octets.count >= 3, octets[0] == 0x10, Int(octets[2]) < Self.schemes.count else { return nil }
        powerAtZero = Int8(bitPattern: octets[1])
        address = Self.schemes[Int(octets[2])]
        for octet in octets.dropFirst(3) {
            if Int(octet) < Self.endings.count {
                address += Self.endings[Int(octet)]
            } else if (0x21...0x7E).contains(octet) {
                address.unicodeScalars.append(Unicode.Scalar(octet))
            } else {
                return nil
            }
        }
    }

    /// The power expected at 1 m, dBm: 41 dB below the power at 0 m.
    public var measuredPower: Int { Int(powerAtZero) - 41 }

    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let endings = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]
}
