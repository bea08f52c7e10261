/// One message of a topic.
public struct BrokerMessage: Equatable, Sendable {
    /// The topic, levels between slashes.
    public let topic: String
    /// The payload, text.
    public let payload: String
    /// Whether the broker keeps it for clients that subscribe later.
    public let isRetained: Bool

    /// Creates a message; retained by default.
    public init(topic: String, payload: String, isRetained: Bool = true) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}
