import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request arrives too slowly, so that clients cannot keep connections open by sending single
/// bytes.
///
/// Only time in which the server reads counts: while it processes received data, the client owes nothing.
final class RequestDeadline: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let window: TimeAmount
    /// What must come in a window, bytes.
    private let least: Int
    private var received = 0
    private var isArriving = false
    /// Whether the server asked for data that has not come.
    private var isAwaited = false
    private var check: Scheduled<Void>?

    init(window: TimeAmount, bytesPerSecond: Int) {
        self.window = window
        least = Int(window.nanoseconds / 1_000_000_000) * bytesPerSecond
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isAwaited = false
        switch unwrapInboundIn(data) {
        case .head:
            isArriving = true
            received = 0
            schedule(context)
        case .body(let bytes): received += bytes.readableBytes
        case .end:
            isArriving = false
            check?.cancel()
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        isAwaited = true
        context.read()
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    private func schedule(_ context: ChannelHandlerContext) {
        check?.cancel()
        let isolated = LoopIsolated((handler: self, context: context))
        check = context.eventLoop.scheduleTask(in: window) {
            let (handler, context) = isolated.value
            guard handler.isArriving else { return }
            guard !handler.isAwaited || handler.received >= handler.least else { return context.close(promise: nil) }
            handler.received = 0
            handler.schedule(context)
        }
    }
}
