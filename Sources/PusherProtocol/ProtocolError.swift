/// An error in a peer's message.
public enum ProtocolError: Error, Sendable, Equatable {
    /// Not JSON, not UTF-8, or nested too deep.
    case malformedJSON
    /// JSON, but not a message: a member is missing, duplicated or of the wrong kind.
    case malformedMessage(member: String)
    /// Not a valid channel name.
    case invalidChannelName(String)
    /// Longer than the limit of channel names.
    case channelNameTooLong(limit: Int)
    /// Not a valid socket identity.
    case invalidSocketID(String)
    /// Not a filter of tags, or too large.
    case invalidFilter(String)
    /// An encrypted payload that the key cannot decrypt.
    case cannotDecrypt
    /// A request to the HTTP interface that is refused.
    case refusedRequest(status: Int, reason: String)
}
