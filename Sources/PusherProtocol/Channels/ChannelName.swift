/// A validated channel name, and its kind.
public struct ChannelName: Sendable, Hashable, CustomStringConvertible {
    /// The name with its prefix.
    public let text: String
    /// The kind, from the prefix.
    public let kind: ChannelKind

    /// Checks the length and the characters (`A-Z a-z 0-9 _ - = @ , . ;`, and `#server-to-user-ID`).
    public init(_ text: String, limit: Int = 164) throws(ProtocolError) {
        guard text.utf8.count <= limit else { throw .channelNameTooLong(limit: limit) }
        let kind = ChannelKind(name: text)
        let checked = kind.access == .serverToUser ? text.dropFirst("#server-to-user-".count) : text[...]
        guard !checked.isEmpty, checked.utf8.allSatisfy(Self.isAllowed) else { throw .invalidChannelName(text) }
        self.text = text
        self.kind = kind
    }

    /// The channel of one user's own connections.
    public init(serverToUser user: String) throws(ProtocolError) {
        try self.init("#server-to-user-" + user, limit: 16 + 200)
    }

    /// The user of a `#server-to-user-` channel.
    public var user: String? {
        kind.access == .serverToUser ? String(text.dropFirst("#server-to-user-".count)) : nil
    }

    /// The name with its prefix.
    public var description: String { text }

    /// Names are equal if their texts are equal.
    public static func == (left: ChannelName, right: ChannelName) -> Bool { left.text == right.text }
    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: ","),
            UInt8(ascii: "."), UInt8(ascii: ";"):
            true
        default: false
        }
    }
}
