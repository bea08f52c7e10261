/// A range of addresses with a common prefix.
struct AddressRange: Sendable {
    /// The first address.
    let start: [UInt8]
    /// The length of the prefix, bits.
    let bits: Int

    private init(_ start: [UInt8], bits: Int, length: Int) {
        self.start = start + Array(repeating: 0, count: length - start.count)
        self.bits = bits
    }

    private static func four(_ start: UInt8..., bits: Int) -> AddressRange { .init(start, bits: bits, length: 4) }

    private static func six(_ start: UInt8..., bits: Int) -> AddressRange { .init(start, bits: bits, length: 16) }

    /// The loopback addresses.
    static let loopback = [four(127, bits: 8), .init(Array(repeating: 0, count: 15) + [1], bits: 128, length: 16)]

    /// Loopback, private networks (RFC 1918, RFC 4193), carrier-grade NAT (RFC 6598), and link-local addresses.
    static let local =
        loopback + [
            four(10, bits: 8), four(172, 16, bits: 12), four(192, 168, bits: 16), four(100, 64, bits: 10),
            four(169, 254, bits: 16), six(0xFC, bits: 7), six(0xFE, 0x80, bits: 10),
        ]

    /// The mask of the prefix.
    var mask: [UInt8] {
        start.indices.map { index in
            let count = min(8, max(0, bits - 8 * index))
            return count == 0 ? 0 : ~UInt8(0) << UInt8(8 - count)
        }
    }

    /// Whether it contains an address.
    func contains(_ address: MachineAddress) -> Bool {
        guard address.bytes.count == start.count else { return false }
        return zip(zip(address.bytes, start), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
    }
}
