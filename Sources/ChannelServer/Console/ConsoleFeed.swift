import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol

/// Tells a server's console what happens, over a channel of an application of the console's own.
///
/// Events gather for a tenth of a second and go as one; of more than two hundred the rest are only counted, so that a busy
/// server is not kept busier by being looked at.
final class ConsoleFeed: Sendable {
    private struct State {
        var waiting: [HubEvent] = []
        var skipped = 0
    }

    static let channel = "private-console"
    private static let mostWaiting = 200

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

    /// A text nobody guesses: 256 bits of the system's generator.
    static func randomText() -> String {
        (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// Begins to listen and to tell.
    func start() {
        hub.applications.insert(application)
        let number = (hub.observers.withLockedValue { $0.keys.max() } ?? 0) + 1
        hub.observers.withLockedValue { $0[number] = { [weak self] event in self?.take(event) } }
        hub.anyLoop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) {
            [weak self] task in
            guard let self else { return task.cancel() }
            self.tell()
        }
        hub.anyLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [weak self] task in
            guard let self else { return task.cancel() }
            self.tellRates()
        }
    }

    private func take(_ event: HubEvent) {
        guard event.application != application.id else { return }
        state.withLockedValue { state in
            if state.waiting.count < Self.mostWaiting { state.waiting.append(event) } else { state.skipped += 1 }
        }
    }

    private func tell() {
        let (events, skipped) = state.withLockedValue { state in
            defer { state = State() }
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

    private func tellRates() {
        let counters = hub.counters
        var writer = JSONWriter()
        writer.raw("{\"connections\":")
        writer.integer(counters.connections.current)
        writer.raw(",\"subscriptions\":")
        writer.integer(counters.subscriptions.current)
        writer.raw(",\"received\":")
        writer.integer(counters.received.current)
        writer.raw(",\"requests\":")
        writer.integer(counters.requests.current)
        writer.raw("}")
        publish("rates", writer.text)
    }

    private func publish(_ name: String, _ data: JSONText) {
        guard let channel = try? ChannelName(Self.channel) else { return }
        hub.publish(Message(event: name, channel: Self.channel, wrapping: data), to: channel, of: application)
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
