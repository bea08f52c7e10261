import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOWebSocket

/// Looks at what a connection sends first: a plain request for a WebSocket makes it one at once, everything else goes
/// to the HTTP decoder.
///
/// The decoder and its upgrade can do both, but take most of the time that ten thousand clients need to connect.
/// What came of another request waits until the pipeline has the decoder.
final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: UpgradingChannel
    /// What the connection turns out to be.
    let outcome: EventLoopPromise<UpgradingChannel.Outcome>
    private let pass: (FirstRequestHandler, ChannelHandlerContext) throws -> Void
    private var isDecided = false
    /// What came of another request, and what happened meanwhile, while there is no decoder.
    private var held: (bytes: ByteBuffer, events: [Any])?

    /// `pass` adds the HTTP decoder if the request is for no WebSocket, at once or later: it calls `resume(context:)`
    /// and completes `outcome`.
    init(
        _ connection: UpgradingChannel,
        outcome: EventLoopPromise<UpgradingChannel.Outcome>,
        pass: @escaping (FirstRequestHandler, ChannelHandlerContext) throws -> Void
    ) {
        (self.connection, self.outcome, self.pass) = (connection, outcome, pass)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isDecided else {
            held?.bytes.writeBuffer(&bytes)
            return
        }
        isDecided = true
        do {
            if let request = bytes.withUnsafeReadableBytes({ UpgradeRequest($0) }) {
                bytes.moveReaderIndex(forwardBy: request.byteCount)
                // Goes out with the greeting.
                context.write(wrapOutboundOut(ByteBuffer(bytes: request.answer)), promise: nil)
                try connection.openSocket(on: context.channel, request)
                outcome.succeed(.socket)
                if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
                context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
            } else {
                held = (bytes, [])
                // More is read when there is somebody to read it.
                try context.channel.syncOptions?.setOption(.autoRead, value: false)
                try pass(self, context)
            }
        } catch {
            outcome.fail(error)
            context.close(promise: nil)
        }
    }

    /// The decoder is there: hands it what came.
    ///
    /// Throws if the connection has ended.
    func resume(context: ChannelHandlerContext) throws {
        guard let held else { return }
        self.held = nil
        context.fireChannelRead(wrapInboundOut(held.bytes))
        // What reads behind waits for this, and the read that brought the bytes may be over.
        context.fireChannelReadComplete()
        for event in held.events { context.fireUserInboundEventTriggered(event) }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        try context.channel.syncOptions?.setOption(.autoRead, value: true)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard held == nil else {
            held?.events.append(event)
            return
        }
        // There is no request yet: if the client hangs up or the server stops, the connection ends.
        switch event {
        case ChannelEvent.inputClosed where !isDecided, is ChannelShouldQuiesceEvent where !isDecided:
            context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if !isDecided || held != nil { outcome.fail(ChannelError.eof) }
        isDecided = true
    }
}
