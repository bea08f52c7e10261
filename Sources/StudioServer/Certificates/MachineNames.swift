import Foundation
import NIOCore

/// By what names and addresses others reach this machine.
public struct MachineNames: Equatable, Sendable {
    /// Names, `localhost` among them; lower case.
    public var names: [String]
    /// Addresses, loopback among them; the one that a phone near by most likely reaches first.
    public var addresses: [MachineAddress]

    /// Names and addresses; `localhost` and the loopback addresses are added.
    public init(names: [String], addresses: [MachineAddress]) {
        var seen: Set<String> = []
        self.names = (["localhost"] + names.map { $0.lowercased() }).filter { seen.insert($0).inserted }
        var known: Set<MachineAddress> = []
        let loopback = ["127.0.0.1", "::1"].compactMap(MachineAddress.init)
        self.addresses = (addresses + loopback).filter { known.insert($0).inserted }
    }

    /// What this machine is called now.
    public static func current() -> MachineNames {
        let host = ProcessInfo.processInfo.hostName.lowercased()
        let short = String(host.prefix { $0 != "." })
        let names = [host, short, "\(short).local"].filter(isName)
        let devices = ((try? System.enumerateDevices()) ?? []).sorted { rank($0.name) < rank($1.name) }
        let addresses = devices.compactMap { $0.address.flatMap { MachineAddress($0) } }
        return MachineNames(names: names, addresses: addresses.filter { $0.isLocal && !isLinkAlone($0) })
    }

    /// The address at which a phone on the same network finds this machine; nil if there is no network.
    public var nearbyAddress: MachineAddress? {
        addresses.first { !$0.isLoopback && $0.bytes.count == 4 } ?? addresses.first { !$0.isLoopback }
    }

    /// Real network cards before bridges, tunnels and containers.
    private static func rank(_ device: String) -> Int {
        let made = ["docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "cni", "flannel", "podman", "lxc"]
        return made.contains { device.hasPrefix($0) } ? 1 : 0
    }

    private static func isLinkAlone(_ address: MachineAddress) -> Bool {
        address.bytes.count == 16 && address.bytes[0] == 0xFE && address.bytes[1] & 0xC0 == 0x80
    }

    /// Letters, digits, hyphens and dots, as certificates may hold.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count < 254 && MachineAddress(text) == nil
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
            && !text.hasPrefix(".")
    }
}
