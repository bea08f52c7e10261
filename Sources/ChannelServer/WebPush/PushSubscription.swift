import Crypto
import PusherProtocol

/// Where a browser receives messages while no page is open: what `PushSubscription.toJSON()` gives (W3C Push API).
public struct PushSubscription: Sendable, Equatable {
    /// The push services of the browsers; a name that begins with a dot stands for all hosts that end so.
    ///
    /// The address comes from a page, so without this list a stranger could make the server send requests anywhere.
    public static let knownServices: Set<String> = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", ".push.services.mozilla.com", "web.push.apple.com",
        ".push.apple.com", ".notify.windows.com",
    ]

    /// The address of the push service.
    public let endpoint: String
    /// The scheme, host and port of that address.
    let origin: String
    /// The browser's public key, 65 bytes.
    let userAgentKey: [UInt8]
    /// The secret that browser and server share, 16 bytes.
    let authenticationSecret: [UInt8]

    /// A subscription of its parts, as they are in the page's JSON.
    ///
    /// - Parameters:
    ///   - endpoint: The address, with HTTPS and without a port unless `services` has its origin.
    ///   - key: `keys.p256dh`, in Base64 for addresses.
    ///   - secret: `keys.auth`, in Base64 for addresses.
    ///   - services: What may be named: hosts, or whole origins such as `https://push.example.org:8443`.
    /// - Throws: `WebPushError.invalidSubscription`, with the part that is wrong.
    public init(
        endpoint: String,
        key: String,
        secret: String,
        services: Set<String> = knownServices
    ) throws(WebPushError) {
        guard let origin = Self.origin(of: endpoint, services) else { throw .invalidSubscription("endpoint") }
        guard let keyBytes = Base64URL.decode(key), keyBytes.count == 65,
            (try? P256.KeyAgreement.PublicKey(x963Representation: keyBytes)) != nil
        else { throw .invalidSubscription("p256dh") }
        guard let secretBytes = Base64URL.decode(secret), secretBytes.count == 16 else {
            throw .invalidSubscription("auth")
        }
        self.endpoint = endpoint
        self.origin = origin
        userAgentKey = keyBytes
        authenticationSecret = secretBytes
    }

    /// The origin of an address; nil if it is none of the services'.
    private static func origin(of address: String, _ services: Set<String>) -> String? {
        guard address.utf8.count <= 2_048, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        if let host = host(of: address), isKnown(host, services) { return "https://" + host }
        return services.first { $0.contains("://") && address.hasPrefix($0 + "/") }
    }

    /// The host of an HTTPS address without user, port or anything that a name does not have; nil if it has them.
    private static func host(of address: String) -> String? {
        guard address.hasPrefix("https://") else { return nil }
        let rest = address.dropFirst("https://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash]
        let isName = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-")
        }
        return isName && !host.isEmpty ? String(host) : nil
    }

    private static func isKnown(_ host: String, _ services: Set<String>) -> Bool {
        services.contains(host) || services.contains { $0.hasPrefix(".") && host.hasSuffix($0) }
    }
}
