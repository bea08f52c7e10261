import AsyncHTTPClient
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import PusherProtocol

/// Posts what happened to the addresses an application names: signed, in batches, again and again when it does not
/// arrive.
final class WebhookSender: Sendable {
    private struct Queue {
        var events: [WebhookEvent] = []
        var isScheduled = false
    }

    private struct State {
        var queues: [String: Queue] = [:]
        var underway = 0
        var report: (@Sendable (HubEvent) -> Void)?
        var counters: Counters?
    }

    /// How long events gather before a batch goes.
    static let window = TimeAmount.milliseconds(50)
    /// How long a receiver may take to answer.
    static let timeout = TimeAmount.seconds(5)
    /// After this long a request is given up, milliseconds.
    static let patience: Int64 = 300_000
    /// More requests than this at a time are not begun.
    static let mostUnderway = 1_000

    private let client: HTTPClient
    private let group: any EventLoopGroup
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    init(client: HTTPClient, group: any EventLoopGroup, logger: Logger) {
        self.client = client
        self.group = group
        self.logger = logger
    }

    /// Receives the result of each attempt.
    var report: (@Sendable (HubEvent) -> Void)? {
        get { state.withLockedValue(\.report) }
        set { state.withLockedValue { $0.report = newValue } }
    }

    var counters: Counters? {
        get { state.withLockedValue(\.counters) }
        set { state.withLockedValue { $0.counters = newValue } }
    }

    /// Whether any address receives events with this name.
    func isWanted(_ name: WebhookEvent.Name, by application: ChannelApplication) -> Bool {
        application.webhooks.contains { $0.wants(name) }
    }

    /// Queues an event for every address that receives it.
    func send(_ event: WebhookEvent, of application: ChannelApplication) {
        for target in application.webhooks where target.wants(event.name) {
            guard target.isBatched else {
                post([event], to: target, of: application)
                continue
            }
            let key = application.id + " " + target.url
            let begins = state.withLockedValue { state in
                state.queues[key, default: Queue()].events.append(event)
                defer { state.queues[key]?.isScheduled = true }
                return state.queues[key]?.isScheduled == false
            }
            guard begins else { continue }
            group.next().scheduleTask(in: Self.window) { self.sendBatch(key, to: target, of: application) }
        }
    }

    private func sendBatch(_ key: String, to target: WebhookTarget, of application: ChannelApplication) {
        let events = state.withLockedValue { $0.queues.removeValue(forKey: key)?.events ?? [] }
        for start in stride(from: 0, to: events.count, by: 100) {
            post(Array(events[start..<min(start + 100, events.count)]), to: target, of: application)
        }
    }

    private func post(_ events: [WebhookEvent], to target: WebhookTarget, of application: ChannelApplication) {
        let parcel = WebhookParcel(events, to: target, of: application)
        let mayBegin = state.withLockedValue { state in
            guard state.underway < Self.mostUnderway else { return false }
            state.underway += 1
            return true
        }
        guard mayBegin else { return giveUp(parcel, "too many under way", attempt: 0) }
        Task {
            await deliver(parcel)
            state.withLockedValue { $0.underway -= 1 }
        }
    }

    private func deliver(_ parcel: WebhookParcel) async {
        let start = Clock.milliseconds
        var wait: Int64 = 1_000
        for attempt in 1... {
            let status = await send(parcel)
            let text = status.map { "\($0)" } ?? "no answer"
            if let status, (200..<300).contains(status) {
                counters?.webhooksSent.add()
                report?(parcel.outcome(text, attempt: attempt, retry: nil))
                return
            }
            guard Clock.milliseconds - start + wait < Self.patience else {
                return giveUp(parcel, text, attempt: attempt)
            }
            report?(parcel.outcome(text, attempt: attempt, retry: wait))
            try? await Task.sleep(for: .milliseconds(wait))
            wait *= 2
        }
    }

    private func send(_ parcel: WebhookParcel) async -> Int? {
        let credentials = parcel.application.credentials
        var request = HTTPClientRequest(url: parcel.target.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "X-Pusher-Key", value: credentials.key)
        request.headers.add(name: "X-Pusher-Signature", value: credentials.signature(of: parcel.body))
        request.body = .bytes(ByteBuffer(bytes: parcel.body))
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            _ = try? await response.body.collect(upTo: 65_536)
            return Int(response.status.code)
        } catch {
            let metadata: Logger.Metadata = ["url": "\(parcel.target.url)", "error": "\(error)"]
            logger.debug("Webhook did not arrive", metadata: metadata)
            return nil
        }
    }

    private func giveUp(_ parcel: WebhookParcel, _ text: String, attempt: Int) {
        counters?.webhooksFailed.add()
        logger.warning("Webhook given up", metadata: ["url": "\(parcel.target.url)", "status": "\(text)"])
        report?(parcel.outcome(text, attempt: attempt, retry: nil))
    }

    /// Waits for what is under way, two seconds at the most.
    func flush() async {
        for _ in 0..<40 {
            let isIdle = state.withLockedValue { $0.underway == 0 && $0.queues.isEmpty }
            if isIdle { return }
            try? await group.next().scheduleTask(in: .milliseconds(50)) {}.futureResult.get()
        }
    }
}
