import PusherProtocol

/// Events of one application that go to one address in one request, however often it must be tried.
struct WebhookParcel: Sendable {
    let application: ChannelApplication
    let target: WebhookTarget
    let body: [UInt8]
    /// The names of what it holds, each once, in the order they came.
    private let names: [String]

    init(_ events: [WebhookEvent], to target: WebhookTarget, of application: ChannelApplication) {
        self.application = application
        self.target = target
        body = WebhookEvent.body(timeMilliseconds: Clock.wallMilliseconds, events: events)
        names = events.map(\.name.rawValue).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What became of one attempt, for the console: the status, or why there was none; when it is tried again,
    /// milliseconds.
    func outcome(_ text: String, attempt: Int, retry: Int64?) -> HubEvent {
        var writer = JSONWriter()
        writer.raw("{\"url\":")
        writer.string(target.url)
        writer.raw(",\"events\":[")
        writer.list(names) { $0.string($1) }
        writer.raw("],\"attempt\":")
        writer.integer(attempt)
        if let retry {
            writer.raw(",\"retry\":")
            writer.integer(retry)
        }
        writer.raw("}")
        return HubEvent(kind: .webhook, application: application.id, event: text, data: writer.text)
    }
}
