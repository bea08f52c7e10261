/// One message for a topic.
public struct BrokerMessage: Equatable, Sendable {
    /// The topic, levels between slashes.
    public let topic: String
    /// The payload, text.
    public let payload: String
    /// Whether the broker keeps it for clients that subscribe later.
    public let isRetained: Bool

    /// A message of its parts; retained unless said otherwise.
    public init(topic: String, payload: String, isRetained: Bool = true) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}
