import ArgumentParser
import Foundation

/// The address of a server of channels: `ws://`, `wss://`, `http://` or `https://`, a host, a port, and the path before
/// `/app`.
struct ServerAddress: ExpressibleByArgument, CustomStringConvertible {
    let host: String
    let port: Int
    let isTLS: Bool
    let pathPrefix: String

    /// A studio on this machine.
    static let usual = ServerAddress(host: "127.0.0.1", port: 8080, isTLS: false, pathPrefix: "")

    private init(host: String, port: Int, isTLS: Bool, pathPrefix: String) {
        (self.host, self.port, self.isTLS, self.pathPrefix) = (host, port, isTLS, pathPrefix)
    }

    init?(argument: String) {
        guard let parts = URLComponents(string: argument), let host = parts.host, !host.isEmpty else { return nil }
        switch parts.scheme {
        case "ws", "http": isTLS = false
        case "wss", "https": isTLS = true
        default: return nil
        }
        self.host = host
        port = parts.port ?? (isTLS ? 443 : 80)
        pathPrefix = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
    }

    /// The server's address for requests.
    var base: String { "\(isTLS ? "https" : "http")://\(host):\(port)\(pathPrefix)" }

    var description: String { base }
}
