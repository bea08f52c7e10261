/// A client's connection request: `/app/KEY?protocol=7&client=…&version=…`.
public struct ConnectionRequest: Sendable, Equatable {
    /// The application's key.
    public let key: String
    /// The protocol's version.
    public let version: Version
    /// The name of the client library, if given.
    public let client: String?

    /// The protocol version in a request.
    public enum Version: Sendable, Equatable {
        /// An integer.
        case number(Int)
        /// Not stated.
        case missing
        /// Not a number.
        case invalid
    }

    /// Parses a request's target; nil if the path is not `PREFIX/app/KEY`.
    public init?(target: String, prefix: String = "") {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.hasPrefix(prefix + "/app/") else { return nil }
        let key = path.dropFirst(prefix.utf8.count + "/app/".utf8.count)
        guard !key.isEmpty, !key.contains("/"), key.utf8.count <= 200 else { return nil }
        self.key = String(key)
        var version = Version.missing
        var client: String?
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? String(halves[1].prefix(100)) : ""
            switch halves[0] {
            case "protocol": version = value.isEmpty ? .missing : Int(value).map { .number($0) } ?? .invalid
            case "client": client = value
            default: break
            }
        }
        self.version = version
        self.client = client
    }

    /// Why an application refuses this connection; nil if it accepts it.
    public func refusal(by application: ChannelApplication?, isTLS: Bool, connections: Int) -> CloseCode? {
        guard let application else { return .unknownApplication }
        guard application.options.isEnabled else { return .disabledApplication }
        if application.options.onlyTLS, !isTLS { return .onlyTLS }
        switch version {
        case .missing: return .missingVersion
        case .invalid: return .invalidVersion
        case .number(4...7): break
        case .number: return .unsupportedVersion
        }
        if let quota = application.limits.connections, connections >= quota { return .overConnectionQuota }
        return nil
    }
}
