import Foundation

/// The origin of a web page: scheme, host and port, without path.
public struct WebOrigin: Hashable, Sendable {
    /// As browsers write it: lower case, without the scheme's usual port.
    public let text: String

    /// An origin as people or browsers write it; nil if it is none, such as `null`, `*`, or an address with a path.
    public init?(_ text: String) {
        let text = text.lowercased()
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, ["http", "https"].contains(scheme),
            let host = parts.encodedHost, !host.isEmpty, !host.contains("*"), parts.user == nil, parts.path.isEmpty,
            parts.query == nil, parts.fragment == nil
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        self.text = "\(scheme)://\(host)\(port)"
    }
}
