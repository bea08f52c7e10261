/// The kind of a channel, from its name's prefix.
public struct ChannelKind: Sendable, Hashable {
    /// The access rule of a channel.
    public enum Access: Sendable, Hashable {
        /// Everyone may subscribe.
        case open
        /// A signature is needed.
        case `private`
        /// As private; payloads are encrypted end to end.
        case encrypted
        /// As private; all members see each other.
        case presence
        /// One signed-in user's own channel.
        case serverToUser
    }

    /// The access rule.
    public let access: Access
    /// Whether the last event is kept for later subscribers.
    public let isCached: Bool

    /// Reads the prefix of a name, the longest first.
    public init(name: String) {
        var rest = Substring(name)
        if rest.hasPrefix("#server-to-user-") {
            (access, isCached) = (.serverToUser, false)
            return
        }
        if rest.hasPrefix("private-encrypted-") {
            access = .encrypted
            rest = rest.dropFirst("private-encrypted-".count)
        } else if rest.hasPrefix("private-") {
            access = .private
            rest = rest.dropFirst("private-".count)
        } else if rest.hasPrefix("presence-") {
            access = .presence
            rest = rest.dropFirst("presence-".count)
        } else {
            access = .open
        }
        isCached = rest.hasPrefix("cache-")
    }

    /// Whether a subscription must be signed.
    public var needsSignature: Bool { access == .private || access == .encrypted || access == .presence }
    /// Whether clients may publish here.
    public var takesClientEvents: Bool { access == .private || access == .presence }
}
