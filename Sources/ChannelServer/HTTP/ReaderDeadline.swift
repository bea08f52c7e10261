import NIOCore

/// Closes a connection whose answer is not read, so that clients cannot keep connections open by not reading.
///
/// An answer that is read slowly goes on. Channel clients have a limit of their own, `Limits.sendBuffer`.
final class ReaderDeadline: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let window: TimeAmount
    private var check: Scheduled<Void>?

    /// A deadline for connections that take nothing in a window; they are closed by the end of the second.
    init(window: TimeAmount) { self.window = window }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        check?.cancel()
        // More of the answer may be added in this turn, so the first look only counts.
        if !context.channel.isWritable { schedule(context, waiting: .max) }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    /// Looks after a window whether fewer bytes wait.
    private func schedule(_ context: ChannelHandlerContext, waiting: Int) {
        let isolated = LoopIsolated((handler: self, context: context))
        check = context.eventLoop.scheduleTask(in: window) {
            let (handler, context) = isolated.value
            let now = Self.waitingBytes(context)
            guard now < waiting else { return context.close(promise: nil) }
            handler.schedule(context, waiting: now)
        }
    }

    private static func waitingBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
