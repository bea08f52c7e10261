/// One message of a topic.
package struct BrokerMessage: Equatable, Sendable {
    /// The topic, levels between slashes.
    package let topic: String
    /// The payload, text.
    package let payload: String
    /// Whether the broker keeps it for clients that subscribe later.
    package let isRetained: Bool

    /// Creates a message; retained by default.
    package init(topic: String, payload: String, isRetained: Bool = true) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}
