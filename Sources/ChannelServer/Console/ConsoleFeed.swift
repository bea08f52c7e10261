import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol

/// Publishes the server's events to this process's console, over a channel of the console's own application.
///
/// While no console is open, only the webhooks' log is collected. Events are collected for a tenth of a second and sent
/// together; above two hundred the rest is only counted, so that an open console does not slow a busy server down.
final class ConsoleFeed: Sendable {
    private struct State {
        var waiting: [HubEvent] = []
        var skipped = 0
        var observer: Int?
        var webhooks: [JSONText] = []
    }

    static let channel = "private-console"
    private static let mostWaiting = 200
    private static let mostWebhooks = 200

    let application: ChannelApplication
    private let hub: Hub
    private let state = NIOLockedValueBox(State())

    init(hub: Hub) {
        self.hub = hub
        var limits = Limits()
        limits.eventData = 1 << 20
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        application = ChannelApplication(
            id: "console",
            name: "Console",
            credentials: Credentials(key: "console-" + name, secret: Self.randomText()),
            limits: limits
        )
    }

    /// A text that cannot be guessed: 256 bits of the system's generator.
    static func randomText() -> String {
        (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// The last outcomes of webhooks, the newest last.
    var webhookLog: [JSONText] { state.withLockedValue(\.webhooks) }

    /// Begins to keep time.
    func start() {
        hub.applications.insert(application)
        hub.webhooks.report = { [weak self, hub] event in
            self?.log(event)
            hub.observers.notify(event)
        }
        hub.shards.anyLoop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) {
            [weak self] task in
            guard let self else { return task.cancel() }
            self.publishEvents()
        }
        hub.shards.anyLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [weak self] task in
            guard let self else { return task.cancel() }
            if self.hub.use.connections(of: self.application.id) > 0 { self.publishRates() } else { self.unwatch() }
        }
    }

    /// A console is opened.
    func watch() {
        let isWatched = state.withLockedValue { $0.observer != nil }
        guard !isWatched else { return }
        let number = hub.observers.add { [weak self] event in self?.take(event) }
        state.withLockedValue { state in
            guard state.observer == nil else { return hub.observers.remove(number) }
            state.observer = number
        }
    }

    private func unwatch() {
        let observer = state.withLockedValue { state in
            defer { state.observer = nil }
            return state.observer
        }
        if let observer { hub.observers.remove(observer) }
    }

    private func log(_ event: HubEvent) {
        let json = event.json
        state.withLockedValue { state in
            state.webhooks.append(json)
            if state.webhooks.count > Self.mostWebhooks { state.webhooks.removeFirst() }
        }
    }

    private func take(_ event: HubEvent) {
        guard event.application != application.id else { return }
        state.withLockedValue { state in
            if state.waiting.count < Self.mostWaiting { state.waiting.append(event) } else { state.skipped += 1 }
        }
    }

    private func publishEvents() {
        let (events, skipped) = state.withLockedValue { state in
            defer {
                state.waiting = []
                state.skipped = 0
            }
            return (state.waiting, state.skipped)
        }
        guard !events.isEmpty else { return }
        var writer = JSONWriter()
        writer.raw("{\"skipped\":")
        writer.integer(skipped)
        writer.raw(",\"events\":[")
        writer.list(events) { $0.value($1.json) }
        writer.raw("]}")
        publish("events", writer.text)
    }

    private func publishRates() {
        let counters = hub.counters
        // Those who look are not what they look at.
        let watching = hub.use.connections(of: application.id)
        var writer = JSONWriter()
        writer.raw("{\"connections\":")
        writer.integer(max(0, counters.connections.current - watching))
        writer.raw(",\"subscriptions\":")
        writer.integer(max(0, counters.subscriptions.current - watching))
        writer.raw(",\"received\":")
        writer.integer(counters.received.current)
        writer.raw(",\"published\":")
        writer.integer(counters.published.current)
        writer.raw("}")
        publish("rates", writer.text)
    }

    private func publish(_ name: String, _ data: JSONText) {
        let message = Message(event: name, channel: Self.channel, wrapping: data)
        hub.spread(
            Delivery(
                application: application.id,
                channel: Self.channel,
                json: message.encoded(),
                except: nil,
                serial: nil
            )
        )
    }
}

extension HubEvent {
    /// The event as the console reads it.
    var json: JSONText {
        var writer = JSONWriter()
        writer.raw("{\"time\":")
        writer.integer(Clock.wallMilliseconds)
        writer.raw(",\"kind\":")
        writer.string(kind.rawValue)
        writer.raw(",\"app\":")
        writer.string(application)
        for (name, value) in [("channel", channel), ("event", event), ("socket", socketID?.description)] {
            guard let value else { continue }
            writer.raw(",")
            writer.string(name)
            writer.raw(":")
            writer.string(value)
        }
        if let data, data.bytes.count <= 4096 {
            writer.raw(",\"data\":")
            writer.value(data)
        }
        writer.raw("}")
        return writer.text
    }
}
