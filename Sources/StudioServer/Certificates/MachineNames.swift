import Foundation
import NIOCore

/// The names and addresses of this machine for others.
package struct MachineNames: Equatable, Sendable {
    /// Names, `localhost` among them; lower case.
    package var names: [String]
    /// Addresses, loopback among them; the most reachable one for a phone near by comes first.
    package var addresses: [MachineAddress]

    /// Names and addresses; `localhost` and the loopback addresses are added.
    package init(names: [String], addresses: [MachineAddress]) {
        var seen: Set<String> = []
        self.names = (["localhost"] + names.map { $0.lowercased() }).filter { seen.insert($0).inserted }
        var known: Set<MachineAddress> = []
        let loopback = ["127.0.0.1", "::1"].compactMap(MachineAddress.init)
        self.addresses = (addresses + loopback).filter { known.insert($0).inserted }
    }

    /// This machine's current names and addresses.
    package static func current() -> MachineNames {
        let host = ProcessInfo.processInfo.hostName.lowercased()
        let short = String(host.prefix { $0 != "." })
        let names = [host, short, "\(short).local"].filter(isName)
        let devices = ((try? System.enumerateDevices()) ?? []).sorted { rank($0.name) < rank($1.name) }
        let addresses = devices.compactMap { $0.address.flatMap { MachineAddress($0) } }
        return MachineNames(names: names, addresses: addresses.filter { $0.isLocal && !isLinkAlone($0) })
    }

    /// The address of this machine for a phone on the same network; nil if there is no network.
    package var nearbyAddress: MachineAddress? {
        addresses.first { !$0.isLoopback && $0.bytes.count == 4 } ?? addresses.first { !$0.isLoopback }
    }

    /// Real network cards come before bridges, tunnels and containers.
    private static func rank(_ device: String) -> Int {
        let made = ["docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "cni", "flannel", "podman", "lxc"]
        return made.contains { device.hasPrefix($0) } ? 1 : 0
    }

    private static func isLinkAlone(_ address: MachineAddress) -> Bool {
        address.bytes.count == 16 && address.bytes[0] == 0xFE && address.bytes[1] & 0xC0 == 0x80
    }

    /// Whether a name has only letters, digits, hyphens and dots, as certificates allow.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count < 254 && MachineAddress(text) == nil
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
            && !text.hasPrefix(".")
    }
}
