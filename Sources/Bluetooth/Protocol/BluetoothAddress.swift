/// A Bluetooth device address, six octets in the order in which they are written, most significant first.
package struct BluetoothAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in the low 48 bits.
    package var bits: UInt64

    /// Creates an address from its low 48 bits.
    package init(bits: UInt64) { self.bits = bits & 0xFFFF_FFFF_FFFF }

    /// Reads six pairs of hexadecimal digits with colons between; `nil` of anything else.
    package init?(_ text: String) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        let octets = pairs.compactMap { $0.count == 2 && $0.allSatisfy(\.isHexDigit) ? UInt8($0, radix: 16) : nil }
        guard pairs.count == 6, octets.count == 6 else { return nil }
        self.init(littleEndian: octets.reversed()[...])
    }

    /// Creates an address from six octets as HCI carries them, least significant first; `nil` for any other count.
    package init?(littleEndian octets: ArraySlice<UInt8>) {
        guard octets.count == 6 else { return nil }
        bits = octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A static random address (Core Specification, volume 6, part B, section 1.3.2.1): the two highest bits are set.
    package static func random(using generator: inout some RandomNumberGenerator) -> BluetoothAddress {
        BluetoothAddress(bits: generator.next() | 0xC000_0000_0000)
    }

    /// The six octets as HCI carries them.
    package var littleEndian: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) } }

    /// Six pairs of hexadecimal digits with colons between.
    package var description: String {
        littleEndian.reversed()
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: ":")
    }
}
