import NIOCore

/// An address of this machine on a network.
package struct MachineAddress: Hashable, Sendable {
    /// Four bytes of version 4 or sixteen of version 6, in the network's order.
    package let bytes: [UInt8]
    /// The usual text form.
    package let text: String

    /// Parses an address, without its scope (`%eth0`); nil if it is not valid.
    package init?(_ text: String) {
        let plain = String(text.prefix { $0 != "%" })
        guard let address = try? SocketAddress(ipAddress: plain, port: 0) else { return nil }
        self.init(address)
    }

    /// The address of a socket; nil if it is not an internet address.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let four): bytes = withUnsafeBytes(of: four.address.sin_addr) { Array($0) }
        case .v6(let six): bytes = withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
        default: return nil
        }
        guard let text = address.ipAddress else { return nil }
        self.text = String(text.prefix { $0 != "%" })
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool { AddressRange.loopback.contains { $0.contains(self) } }

    /// Whether it belongs to a private network: at home, in an office, on this machine.
    package var isLocal: Bool { AddressRange.local.contains { $0.contains(self) } }

    /// The form in a URL: version 6 in brackets.
    package var inWebAddress: String { bytes.count == 16 ? "[\(text)]" : text }
}
