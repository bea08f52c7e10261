/// An address that receives an application's webhooks.
public struct WebhookTarget: Sendable, Equatable {
    /// The address of the requests.
    public var url: String
    /// The events to send; empty for all.
    public var events: Set<WebhookEvent.Name>
    /// Whether several events go in one request.
    public var isBatched: Bool

    /// An address and its events.
    public init(url: String, events: Set<WebhookEvent.Name> = [], isBatched: Bool = true) {
        self.url = url
        self.events = events
        self.isBatched = isBatched
    }

    /// Whether this address receives an event.
    public func wants(_ name: WebhookEvent.Name) -> Bool { events.isEmpty || events.contains(name) }
}
