/// The names by which browsers may reach the studio.
///
/// A page elsewhere that has its own name point to this machine (DNS rebinding) is of the same origin as what it then
/// reads here. Its requests bear its name in `Host`, which is none of these. An address in digits belongs to nobody's
/// name, so all are known.
struct KnownHosts: Sendable {
    /// Names that a network at home or in an office gives its machines; none of them can be registered in public.
    private static let localSuffixes = ["local", "lan", "home.arpa", "internal", "localdomain"]

    private let names: Set<String>
    /// Without their `*`, of certificates for all names of a domain.
    private let suffixes: [String]

    /// The machine's own names and those that the configuration adds; `*.example.org` stands for all names one level
    /// below.
    init(machine: MachineNames, adding configured: [String] = []) {
        let own = machine.names.flatMap { name in
            [name] + (name.contains(".") ? [] : Self.localSuffixes.map { "\(name).\($0)" })
        }
        let added = configured.map { $0.lowercased() }
        names = Set(own + added)
        suffixes = added.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    }

    /// Whether a `Host` header's value, with or without a port, is one of them.
    func contains(_ authority: String) -> Bool {
        let host = Self.host(of: authority)
        if MachineAddress(host) != nil || names.contains(host) || host.hasSuffix(".localhost") { return true }
        return suffixes.contains { host.hasSuffix($0) && !host.dropLast($0.count).contains(".") }
    }

    /// An authority without its port, brackets and last dot, in lower case.
    static func host(of authority: String) -> String {
        let text = authority.lowercased()
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let host = text.prefix { $0 != ":" }
        return String(host.hasSuffix(".") ? host.dropLast() : host)
    }
}
