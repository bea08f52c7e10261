import HTTPTypes
import Hummingbird

extension Invitation {
    /// The studio's address for other devices: that of the request or, if it is this machine's own, the network's; nil
    /// if only this machine can reach it.
    static func address(reachedBy request: Request, of configuration: StudioConfiguration) -> String? {
        guard let asked = request.head.authority else { return nil }
        let isSecure = isSecure(request, of: configuration)
        let host = asked.hasSuffix("]") ? asked : String(asked.prefix { $0 != ":" })
        let isHere = host == "localhost" || MachineAddress(host)?.isLoopback == true || asked.hasPrefix("[::1]")
        if !isHere { return "\(isSecure ? "https" : "http")://\(asked)/" }
        let port = asked.split(separator: ":").last.flatMap { Int($0) } ?? configuration.port
        return address(host: configuration.host, port: port, isSecure: isSecure, names: .current())
    }

    /// The studio's address as the request has it.
    static func ownAddress(of request: Request, _ configuration: StudioConfiguration) -> String {
        let scheme = isSecure(request, of: configuration) ? "https" : "http"
        return "\(scheme)://\(request.head.authority ?? "localhost")/"
    }

    /// Whether a request came encrypted, here or at a proxy before the studio.
    static func isSecure(_ request: Request, of configuration: StudioConfiguration) -> Bool {
        let proxied = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
        return configuration.transport.isSecure || proxied == "https"
    }
}
