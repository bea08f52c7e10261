import HTTPTypes
import Hummingbird

/// The studio's address for a phone near by, as text and as a QR code.
package struct Invitation: ResponseEncodable, Codable, Equatable, Sendable {
    /// The address to open.
    package let address: String
    /// The QR code of the address, an SVG.
    package let code: String

    /// An invitation to an address; nil if it is too long for a code.
    package init?(address: String) {
        guard let code = QRCode(address) else { return nil }
        self.address = address
        self.code = code.svg
    }

    /// The address of a studio on this machine for phones on the same network; nil if only this machine can reach it.
    package static func address(host: String, port: Int, isSecure: Bool, names: MachineNames) -> String? {
        let isEverywhere = host == "0.0.0.0" || host == "::"
        let own = MachineAddress(host)
        guard isEverywhere || own?.isLoopback == false else { return nil }
        guard let reached = isEverywhere ? names.nearbyAddress : own else { return nil }
        return "\(isSecure ? "https" : "http")://\(reached.inWebAddress):\(port)/"
    }
}

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
