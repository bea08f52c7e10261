/// The attributes of channels that a caller requests.
public struct ChannelAttributes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// A set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The number of users of a presence channel.
    public static let userCount = ChannelAttributes(rawValue: 1)
    /// The number of subscribers of another channel.
    public static let subscriptionCount = ChannelAttributes(rawValue: 2)
    /// The content of a cache channel.
    public static let cache = ChannelAttributes(rawValue: 4)

    /// Reads `user_count,subscription_count,cache`; ignores other words.
    public init(_ text: String) {
        self = text.split(separator: ",").reduce(into: []) { set, word in
            switch word.trimmingSpaces {
            case "user_count": set.insert(.userCount)
            case "subscription_count": set.insert(.subscriptionCount)
            case "cache": set.insert(.cache)
            default: break
            }
        }
    }

    /// The requested attribute that a kind of channel does not have; nil if it has all.
    public func unavailable(for kind: ChannelKind) -> String? {
        if contains(.userCount), kind.access != .presence { return "user_count" }
        if contains(.subscriptionCount), kind.access == .presence { return "subscription_count" }
        if contains(.cache), !kind.isCached { return "cache" }
        return nil
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var rest = self
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
