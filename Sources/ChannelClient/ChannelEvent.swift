import PusherProtocol

/// An event as a client's user gets it.
public struct ChannelEvent: Sendable, Equatable {
    /// The channel it came on.
    public let channel: String
    /// Its name.
    public let name: String
    /// Its data: the text published, or the JSON of any other value; opened where the channel is encrypted.
    public let data: String
    /// Who sent it; only client events on presence channels.
    public let userID: String?
    /// Where it stands in the channel's history, when the channel keeps one.
    public let position: HistoryPosition?
    /// Whether it comes late, since the server's processes could not reach each other when it was published.
    public let isLate: Bool

    init(_ message: Message, data: String? = nil) {
        channel = message.channel ?? ""
        name = message.event
        self.data = data ?? message.data.map { $0.string ?? $0.text } ?? ""
        userID = message.userID
        position = message.position
        isLate = message.isLate
    }
}
