import NIOCore

/// Takes the connections of a listening socket before the server does, and passes on those that ask for anything else
/// than a WebSocket.
///
/// The server runs a task for each connection, and passes the connection to it from one event loop to another. A channel
/// client's socket needs no task: its handlers run on its own loop. That saves a third of the processor time of a
/// connection (`ChannelsBench load --connect-only`: 85 µs instead of 130).
final class SocketListener: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let connection: UpgradingChannel
    /// What completes an accepted connection: it stands behind the server's own handlers.
    private let completion: AcceptCompletion

    init(_ connection: UpgradingChannel, completion: AcceptCompletion) {
        (self.connection, self.completion) = (connection, completion)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let accepted = unwrapInboundIn(data)
        let server = LoopIsolated(context)
        let connection = connection
        accepted.eventLoop.execute {
            do {
                // As the server sets it, for clients that close their side after a request.
                try accepted.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
                try connection.prepare(accepted) { _, _ in
                    server.value.eventLoop.execute { server.value.fireChannelRead(NIOAny(accepted)) }
                }
            } catch {
                accepted.close(promise: nil)
            }
        }
        completion.complete(data)
    }
}

/// The last handler of a listening socket: registers new connections with their event loops, and stops those that were
/// registered before and come from the server.
final class AcceptCompletion: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Registers a connection with its event loop, which then reads from it.
    func complete(_ accepted: NIOAny) { context?.fireChannelRead(accepted) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
