import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// The allowed addresses of webhooks: not this machine itself nor link-local addresses, where services without
/// authentication listen.
enum WebhookAddress {
    /// A client that follows no redirects, so that the request goes to the address that was checked.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Whether a numeric address is neither loopback nor link-local nor unspecified; true for names.
    static func isAllowed(_ host: String) -> Bool {
        let plain = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        if plain.lowercased() == "localhost" || plain.lowercased().hasSuffix(".localhost") { return false }
        return MachineAddress(plain).map(isAllowed) ?? true
    }

    private static func isAllowed(_ address: MachineAddress) -> Bool {
        var bytes = address.bytes
        // Version 4 mapped to version 6.
        if bytes.count == 16, bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10...11].allSatisfy({ $0 == 0xFF }) {
            bytes = Array(bytes.suffix(4))
        }
        if bytes.count == 4 { return bytes[0] != 127 && bytes[0] != 0 && !(bytes[0] == 169 && bytes[1] == 254) }
        let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        let isOwnOrNone = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
        return !isLinkLocal && !isOwnOrNone
    }

    /// Whether all addresses of a URL's host are allowed; false if it has none.
    static func isReachable(_ address: String, allowsLocal: Bool) async -> Bool {
        guard !allowsLocal else { return true }
        guard let host = URL(string: address)?.host(percentEncoded: false), isAllowed(host) else { return false }
        let resolved = try? await NIOThreadPool.singleton.runIfActive { resolve(host) }
        guard let resolved, !resolved.isEmpty else { return false }
        return resolved.allSatisfy(isAllowed)
    }

    private static func resolve(_ host: String) -> [MachineAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [MachineAddress] = []
        var next = list
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(text.count)
            let info = entry.pointee
            if getnameinfo(info.ai_addr, info.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 {
                let digits = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                found += [MachineAddress(digits)].compactMap { $0 }
            }
            next = info.ai_next
        }
        return found
    }
}
