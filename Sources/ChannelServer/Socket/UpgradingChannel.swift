import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOWebSocket
import PusherProtocol

/// A connection to a Hummingbird server that becomes a channel client's WebSocket when it asks to, and is HTTP
/// otherwise.
public struct UpgradingChannel: ServerChildChannel, HTTPChannelHandler {
    /// What a connection turned out to be.
    enum Outcome: Sendable {
        case socket
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
    }

    /// A connection that is being found out.
    public struct Value: ServerChildChannelValue {
        /// The connection.
        public let channel: any Channel
        let outcome: EventLoopFuture<Outcome>
    }

    /// The name under which a host puts TLS into a connection's pipeline, so that requests on it have the scheme
    /// `https`.
    public static let tlsHandlerName = "sightline.tls"

    /// Answers requests that are no upgrades.
    public let responder: HTTPChannelHandler.Responder
    let host: ChannelHost
    let isTLS: Bool

    /// Prepares a connection for either.
    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            if let context = try? channel.pipeline.syncOperations.context(handlerType: FirstRequestHandler.self),
                let first = context.handler as? FirstRequestHandler
            {
                // `SocketListener` prepared it, and passed it on with its first request.
                try decode(first, context, logger)
                return Value(channel: channel, outcome: first.outcome.futureResult)
            }
            let outcome = try prepare(channel) { first, context in try decode(first, context, logger) }
            return Value(channel: channel, outcome: outcome)
        }
    }

    /// Looks at what a connection sends first, which must be whole within the handshake's time; `pass` takes what is no
    /// plain request for a WebSocket.
    @discardableResult
    func prepare(
        _ channel: any Channel,
        pass: @escaping (FirstRequestHandler, ChannelHandlerContext) throws -> Void
    ) throws -> EventLoopFuture<Outcome> {
        let outcome = channel.eventLoop.makePromise(of: Outcome.self)
        try channel.pipeline.syncOperations.addHandler(AddressLimitHandler(host.addresses, host.hub.counters))
        try channel.pipeline.syncOperations.addHandler(FirstRequestHandler(self, outcome: outcome, pass: pass))
        // A client that dribbles its request is not waited for.
        let limit = channel.eventLoop.scheduleTask(in: host.configuration.handshakeTimeout) {
            channel.close(promise: nil)
        }
        outcome.futureResult.whenComplete { _ in limit.cancel() }
        return outcome.futureResult
    }

    /// Adds the HTTP decoder, and hands it what came.
    private func decode(_ first: FirstRequestHandler, _ context: ChannelHandlerContext, _ logger: Logger) throws {
        try decoded(context.channel, logger).cascade(to: first.outcome)
        try first.resume(context: context)
    }

    /// Reads a connection's requests by the HTTP decoder, which also supports upgrades in other spellings.
    private func decoded(_ channel: any Channel, _ logger: Logger) throws -> EventLoopFuture<Outcome> {
        let upgrades = NIOTypedHTTPServerUpgradeConfiguration<Outcome>(
            upgraders: [upgrader()],
            notUpgradingCompletionHandler: { [host] in Self.http($0, host, logger: logger) }
        )
        var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrades)
        pipeline.enablePipelining = false
        pipeline.enableErrorHandling = true
        pipeline.enableResponseHeaderValidation = false
        pipeline.decoderConfiguration.maxHeaderListSize = 32_768
        return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(configuration: pipeline)
    }

    /// Serves requests; a socket looks after itself.
    public func handle(value: Value, logger: Logger) async {
        do {
            if case .http(let channel) = try await value.outcome.get() {
                await handleHTTP(asyncChannel: channel, logger: logger)
            }
        } catch {
            value.channel.close(promise: nil)
        }
    }

    private func upgrader() -> NIOTypedWebSocketServerUpgrader<Outcome> {
        NIOTypedWebSocketServerUpgrader(
            maxFrameSize: host.configuration.longestFrame,
            enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                // Without exactly one Host it stays a request, which is refused (RFC 9112, section 3.2).
                let answer: HTTPHeaders =
                    Self.takesCompressed(head) ? ["Sec-WebSocket-Extensions": CompressionOffer.answer] : [:]
                return channel.eventLoop.makeSucceededFuture(head.headers["Host"].count == 1 ? answer : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    try addSocketHandler(to: channel, target: head.uri, takesCompressed: Self.takesCompressed(head))
                    return .socket
                }
            }
        )
    }

    private static func takesCompressed(_ head: HTTPRequestHead) -> Bool {
        head.headers["Sec-WebSocket-Extensions"].contains { CompressionOffer.isAcceptable($0) }
    }

    /// Makes a connection a client's socket; the answer to its request has been written.
    func openSocket(on channel: any Channel, _ request: UpgradeRequest) throws {
        let decoder = WebSocketFrameDecoder(maxFrameSize: host.configuration.longestFrame)
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
        try addSocketHandler(to: channel, target: request.target, takesCompressed: request.takesCompressed)
    }

    private func addSocketHandler(to channel: any Channel, target: String, takesCompressed: Bool) throws {
        try Self.prepare(channel)
        let handler = SocketHandler(
            hub: host.hub,
            mostConnections: host.configuration.connections,
            request: ConnectionRequest(target: target, prefix: host.configuration.pathPrefix),
            isTLS: isTLS,
            takesCompressed: takesCompressed
        )
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    /// Marks for slow readers, small reads to begin with, small packets at once.
    private static func prepare(_ channel: any Channel) throws {
        let options = channel.syncOptions
        try options?.setOption(.writeBufferWaterMark, value: .init(low: 65_536, high: 262_144))
        try options?.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536)
        )
        try? options?.setOption(.tcpOption(.tcp_nodelay), value: 1)
    }

    private static func http(
        _ channel: any Channel,
        _ host: ChannelHost,
        logger: Logger
    ) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            let isEncrypted = (try? channel.pipeline.syncOperations.context(name: tlsHandlerName)) != nil
            try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: isEncrypted))
            let configuration = host.configuration
            try channel.pipeline.syncOperations.addHandler(
                RequestDeadline(window: configuration.bodyWindow, bytesPerSecond: configuration.slowestBody)
            )
            try channel.pipeline.syncOperations.addHandler(ReaderDeadline(window: configuration.readerWindow))
            try channel.pipeline.syncOperations.addHandler(DrainingHandler(host.hub))
            try channel.pipeline.syncOperations.addHandler(
                HTTPConnectionStateHandler(idleTimeout: .seconds(60), logger: logger)
            )
            return .http(
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(isOutboundHalfClosureEnabled: true)
                )
            )
        }
    }
}
