import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOWebSocket

/// Looks at what a connection sends first: a plain request for a WebSocket makes it one at once, everything else goes
/// to the HTTP decoder.
///
/// The decoder and its upgrade can do both, but take most of the time that ten thousand clients need to connect.
final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: UpgradingChannel
    private let outcome: EventLoopPromise<UpgradingChannel.Outcome>
    private let decode: (any Channel) throws -> EventLoopFuture<UpgradingChannel.Outcome>
    private var isDecided = false

    /// Completes `outcome`; `decode` adds the HTTP decoder behind this handler.
    init(
        _ connection: UpgradingChannel,
        outcome: EventLoopPromise<UpgradingChannel.Outcome>,
        decode: @escaping (any Channel) throws -> EventLoopFuture<UpgradingChannel.Outcome>
    ) {
        (self.connection, self.outcome, self.decode) = (connection, outcome, decode)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isDecided else { return context.fireChannelRead(data) }
        isDecided = true
        do {
            if let request = bytes.withUnsafeReadableBytes({ UpgradeRequest($0) }) {
                bytes.moveReaderIndex(forwardBy: request.byteCount)
                // Goes out with the greeting.
                context.write(wrapOutboundOut(ByteBuffer(bytes: request.answer)), promise: nil)
                try connection.openSocket(on: context.channel, request)
                outcome.succeed(.socket)
            } else {
                try decode(context.channel).cascade(to: outcome)
            }
            if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        } catch {
            outcome.fail(error)
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // There is no request yet: if the client hangs up or the server stops, the connection ends.
        switch event {
        case ChannelEvent.inputClosed where !isDecided, is ChannelShouldQuiesceEvent where !isDecided:
            context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if !isDecided { outcome.fail(ChannelError.eof) }
        isDecided = true
    }
}
