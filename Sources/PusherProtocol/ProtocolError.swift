/// What can be wrong with what a peer sent.
public enum ProtocolError: Error, Sendable, Equatable {
    /// Not JSON, not UTF-8, or nested too deep.
    case malformedJSON
    /// JSON, but not a message: the member named is missing, twice there, or of the wrong kind.
    case malformedMessage(member: String)
    /// Not a channel's name.
    case invalidChannelName(String)
    /// Longer than a channel's name may be.
    case channelNameTooLong(limit: Int)
    /// Not a socket's number.
    case invalidSocketID(String)
    /// A sealed payload that the key does not open.
    case cannotDecrypt
    /// A request to the HTTP interface that cannot be served.
    case refusedRequest(status: Int, reason: String)
}
