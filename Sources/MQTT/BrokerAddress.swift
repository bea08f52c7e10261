import Foundation

/// The address of an MQTT broker, with user and password.
package struct BrokerAddress: Equatable, Sendable {
    /// The host's name or address.
    package let host: String
    /// The port: 1883 if none is given, 8883 over TLS.
    package let port: Int
    /// Whether the connection is encrypted (`mqtts`).
    package let isEncrypted: Bool
    /// The user; nil for none.
    package let user: String?
    /// The password; nil for none.
    package var password: String?

    /// Parses a text such as `mqtt://user:password@host:1883`, or `host` alone.
    ///
    /// Throws `BrokerError.invalidAddress`.
    package init(_ text: String) throws(BrokerError) {
        let whole = text.contains("://") ? text : "mqtt://\(text)"
        guard let parts = URLComponents(string: whole), let host = parts.host, !host.isEmpty,
            parts.path.isEmpty || parts.path == "/", parts.query == nil, let scheme = parts.scheme,
            ["mqtt", "mqtts"].contains(scheme), parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { throw .invalidAddress(text) }
        self.host = host
        isEncrypted = scheme == "mqtts"
        port = parts.port ?? (isEncrypted ? 8883 : 1883)
        user = parts.user
        password = parts.password
    }
}
