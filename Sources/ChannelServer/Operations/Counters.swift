import Atomics
import NIOConcurrencyHelpers
import PusherProtocol

/// What a server counts.
final class Counters: Sendable {
    /// A number that goes up, and for a gauge down again.
    final class Count: Sendable {
        private let value = ManagedAtomic<Int>(0)
        func add(_ amount: Int = 1) { value.wrappingIncrement(by: amount, ordering: .relaxed) }
        var current: Int { value.load(ordering: .relaxed) }
    }

    let connections = Count()
    let connectionsTotal = Count()
    let connectionsRefused = Count()
    let subscriptions = Count()
    let published = Count()
    let clientEvents = Count()
    let received = Count()
    let requests = Count()
    let requestsRefused = Count()
    let webhooksSent = Count()
    let webhooksFailed = Count()
    let slowReaders = Count()
    let joinsRefused = Count()
    let requestsLimited = Count()
    let readingPauses = Count()
    private let closes = NIOLockedValueBox<[Int: Int]>([:])

    func closed(_ code: CloseCode) { closes.withLockedValue { $0[code.rawValue, default: 0] += 1 } }

    /// The numbers in Prometheus' text format; what was sent to subscribers is counted elsewhere.
    func prometheus(_ sent: DeliveryCounts) -> String {
        let rows: [(name: String, kind: String, help: String, value: Int)] = [
            ("connections", "gauge", "Connections open.", connections.current),
            ("connections_total", "counter", "Connections since the start.", connectionsTotal.current),
            (
                "connections_refused_total", "counter",
                "Connections and sessions refused because their address has too many, or all have.",
                connectionsRefused.current
            ),
            ("subscriptions", "gauge", "Subscriptions standing.", subscriptions.current),
            ("events_published_total", "counter", "Events handed to this process.", published.current),
            ("client_events_total", "counter", "Events published by clients.", clientEvents.current),
            ("messages_received_total", "counter", "Messages from clients.", received.current),
            ("deliveries_total", "counter", "Events sent to subscribers.", sent.deliveries),
            ("filtered_total", "counter", "Events that a subscription's filter held back.", sent.filtered),
            ("deltas_total", "counter", "Events sent as deltas.", sent.deltas),
            ("delta_saved_bytes_total", "counter", "What deltas are shorter than the events.", sent.deltaSavedBytes),
            ("http_requests_total", "counter", "Requests to the HTTP interface.", requests.current),
            ("http_requests_refused_total", "counter", "Requests refused.", requestsRefused.current),
            ("webhooks_sent_total", "counter", "Webhook requests that arrived.", webhooksSent.current),
            ("webhooks_failed_total", "counter", "Webhook requests given up.", webhooksFailed.current),
            ("slow_readers_total", "counter", "Connections cut because they did not read.", slowReaders.current),
            ("joins_refused_total", "counter", "Subscriptions refused by a limit.", joinsRefused.current),
            (
                "http_requests_limited_total", "counter", "Requests refused by the limit per second.",
                requestsLimited.current
            ),
            (
                "reading_pauses_total", "counter", "Times that a connection sent too much to be read at once.",
                readingPauses.current
            ),
        ]
        var text = ""
        for row in rows {
            text +=
                "# HELP sightline_channels_\(row.name) \(row.help)\n# TYPE sightline_channels_\(row.name) \(row.kind)\n"
            text += "sightline_channels_\(row.name) \(row.value)\n"
        }
        text += "# HELP sightline_channels_closes_total Connections closed by the server, by code.\n"
        text += "# TYPE sightline_channels_closes_total counter\n"
        for (code, count) in closes.withLockedValue({ $0 }).sorted(by: { $0.key < $1.key }) {
            text += "sightline_channels_closes_total{code=\"\(code)\"} \(count)\n"
        }
        return text
    }
}
