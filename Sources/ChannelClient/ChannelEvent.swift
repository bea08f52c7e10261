import PusherProtocol

/// An event that a client received.
public struct ChannelEvent: Sendable, Equatable {
    /// Its channel.
    public let channel: String
    /// Its name.
    public let name: String
    /// Its data: the published text, or the JSON of any other value; decrypted if the channel is encrypted.
    public let data: String
    /// The sender; only client events on presence channels.
    public let userID: String?
    /// Its position in the channel's history, if the channel keeps one.
    public let position: HistoryPosition?
    /// Whether it is late because the server's processes could not reach each other when it was published.
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
