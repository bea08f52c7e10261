/// Where a Redis server is: `redis://[user[:password]@]HOST[:PORT][/DATABASE]`.
public struct RedisAddress: Sendable, Equatable {
    /// The server's name.
    public var host: String
    /// Its port.
    public var port: Int
    /// The user, if any.
    public var user: String?
    /// The password, if any.
    public var password: String?
    /// The database's number.
    public var database: Int

    /// Reads an address; nil when it is not one.
    public init?(_ text: String) {
        guard text.hasPrefix("redis://") else { return nil }
        var rest = text.dropFirst("redis://".count)
        database = 0
        if let slash = rest.firstIndex(of: "/") {
            let number = rest[rest.index(after: slash)...]
            guard let value = number.isEmpty ? 0 : Int(number), value >= 0 else { return nil }
            database = value
            rest = rest[..<slash]
        }
        if let at = rest.lastIndex(of: "@") {
            let words = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            password = words.count > 1 ? String(words[1]) : String(words[0])
            user = words.count > 1 && !words[0].isEmpty ? String(words[0]) : nil
            rest = rest[rest.index(after: at)...]
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return nil }
        host = String(name)
        guard let port = parts.count > 1 ? Int(parts[1]) : 6379, (1...65_535).contains(port) else { return nil }
        self.port = port
    }
}
