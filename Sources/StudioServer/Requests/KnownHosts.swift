/// The names under which browsers may reach the studio.
///
/// With DNS rebinding a foreign page lets its own name point to this machine, so that it has the same origin as what it
/// reads here. Its requests have its name in `Host`, which is not one of these. A numeric address belongs to no name,
/// so all of them are allowed.
struct KnownHosts: Sendable {
    /// Suffixes of names in private networks; none of them can be registered in public.
    private static let localSuffixes = ["local", "lan", "home.arpa", "internal", "localdomain"]

    private let names: Set<String>
    /// Suffixes from wildcards such as `*.example.org`, without their `*`.
    private let suffixes: [String]

    /// The machine's own names and the configured ones; `*.example.org` matches all names one level below.
    init(machine: MachineNames, adding configured: [String] = []) {
        let own = machine.names.flatMap { name in
            [name] + (name.contains(".") ? [] : Self.localSuffixes.map { "\(name).\($0)" })
        }
        let added = configured.map { $0.lowercased() }
        names = Set(own + added)
        suffixes = added.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    }

    /// Whether it contains the value of a `Host` header, with or without a port.
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
