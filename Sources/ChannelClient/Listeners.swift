import NIOConcurrencyHelpers
import PusherProtocol

/// The listeners of a client.
///
/// A listener can be added from any thread. It receives everything that arrives after it was added.
final class Listeners: Sendable {
    struct Handler: Sendable {
        let name: String?
        let channel: String?
        let call: @Sendable (ChannelEvent) -> Void

        func wants(_ event: ChannelEvent) -> Bool {
            (name ?? event.name) == event.name && (channel ?? event.channel) == event.channel
        }
    }

    private struct State {
        var shown = ConnectionState.initialized
        var handlers: [Handler] = []
        var states: [AsyncStream<ConnectionState>.Continuation] = []
        var notices: [AsyncStream<ClientNotice>.Continuation] = []
        var events: [AsyncStream<ChannelEvent>.Continuation] = []
    }

    private let state = NIOLockedValueBox(State())

    func add(_ handler: Handler) {
        state.withLockedValue { $0.handlers.append(handler) }
    }

    /// Adds a stream of events, filled by a handler.
    func add(_ handler: Handler, feeding continuation: AsyncStream<ChannelEvent>.Continuation) {
        state.withLockedValue { state in
            state.handlers.append(handler)
            state.events.append(continuation)
        }
    }

    func add(_ continuation: AsyncStream<ConnectionState>.Continuation) {
        state.withLockedValue { state in
            continuation.yield(state.shown)
            state.states.append(continuation)
        }
    }

    func add(_ continuation: AsyncStream<ClientNotice>.Continuation) {
        state.withLockedValue { $0.notices.append(continuation) }
    }

    /// Notifies the listeners of the state if it has changed.
    func show(_ shown: ConnectionState) {
        state.withLockedValue { state in
            guard state.shown != shown else { return }
            state.shown = shown
            for continuation in state.states { continuation.yield(shown) }
        }
    }

    func notify(_ notice: ClientNotice) {
        for continuation in state.withLockedValue(\.notices) { continuation.yield(notice) }
    }

    func notify(_ event: ChannelEvent) {
        for handler in state.withLockedValue(\.handlers) where handler.wants(event) { handler.call(event) }
    }

    /// Ends all streams.
    func finish() {
        let all = state.withLockedValue { state in
            defer { state = State(shown: state.shown) }
            return state
        }
        for continuation in all.events { continuation.finish() }
        for continuation in all.notices { continuation.finish() }
        for continuation in all.states { continuation.finish() }
    }
}
