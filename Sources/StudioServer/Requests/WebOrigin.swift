import Foundation

/// The origin of a web page: scheme, host and port, without path.
package struct WebOrigin: Hashable, Sendable {
    /// The form of browsers: lower case, without the scheme's default port.
    package let text: String

    /// Parses an origin; nil if it is not valid, such as `null`, `*`, or an address with a path.
    package init?(_ text: String) {
        let text = text.lowercased()
        // Browsers encode names of other alphabets in ASCII, too (punycode).
        let marks = Set("-._:/[]".utf8)
        let isPlain = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || marks.contains(byte)
        }
        guard isPlain, let parts = URLComponents(string: text), let scheme = parts.scheme,
            ["http", "https"].contains(scheme),
            let host = parts.encodedHost, !host.isEmpty, parts.user == nil, parts.path.isEmpty,
            parts.query == nil, parts.fragment == nil
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        self.text = "\(scheme)://\(host)\(port)"
    }
}
