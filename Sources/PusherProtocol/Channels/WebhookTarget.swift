/// An address that receives what happens in an application.
public struct WebhookTarget: Sendable, Equatable {
    /// Where requests are posted.
    public var url: String
    /// The events wanted; empty for all.
    public var events: Set<WebhookEvent.Name>
    /// Whether several events go in one request.
    public var isBatched: Bool

    /// An address and the events that it wants.
    public init(url: String, events: Set<WebhookEvent.Name> = [], isBatched: Bool = true) {
        self.url = url
        self.events = events
        self.isBatched = isBatched
    }

    /// Whether an event is wanted here.
    public func wants(_ name: WebhookEvent.Name) -> Bool { events.isEmpty || events.contains(name) }
}
