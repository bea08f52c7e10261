import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import PusherProtocol

/// One WebSocket to a server, for one attempt; confined to its event loop.
final class ClientSocket: @unchecked Sendable {
    /// Whether a connection is encrypted, and with which file of certificates to trust.
    enum Security: Sendable {
        case plain
        case tls(String?)
    }

    private enum Outcome: Sendable {
        case socket
        case refused
    }

    let loop: any EventLoop
    var onText: (([UInt8]) -> Void)?
    /// Called once, with the close frame's code if there was one.
    var onClose: ((Int?) -> Void)?
    private var channel: (any Channel)?
    private var isClosed = false
    private var hasReceived = false
    /// The time limit for a server's first message.
    private static let patience = TimeAmount.seconds(15)
    /// Messages sent before the upgrade is done; the pipeline cannot send while it is changed.
    private var early: [Message]? = []

    init(loop: any EventLoop) {
        self.loop = loop
    }

    func open(_ security: Security, host: String, port: Int, path: String) {
        let upgraded = loop.makePromise(of: Outcome.self)
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(.seconds(10))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                // The channel is not active yet: the upgrade is requested when it becomes active.
                channel.eventLoop.makeCompletedFuture {
                    try self.upgrade(channel, security, host: host, port: port, path: path).cascade(to: upgraded)
                }
            }
        let connecting = bootstrap.connect(host: host, port: port).flatMap { channel -> EventLoopFuture<Outcome> in
            self.channel = channel
            channel.closeFuture.whenComplete { _ in self.closed(nil) }
            return upgraded.futureResult
        }
        loop.scheduleTask(in: Self.patience) {
            guard !self.hasReceived, !self.isClosed else { return }
            self.channel?.close(promise: nil)
            self.closed(nil)
        }
        connecting.whenFailure { upgraded.fail($0) }
        connecting.whenComplete { result in
            if case .success(.socket) = result { return self.loop.execute { self.sendEarly() } }
            self.channel?.close(promise: nil)
            self.closed(nil)
        }
    }

    private func upgrade(
        _ channel: any Channel,
        _ security: Security,
        host: String,
        port: Int,
        path: String
    ) throws
        -> EventLoopFuture<Outcome>
    {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
        head.headers.add(name: "Host", value: "\(host):\(port)")
        head.headers.add(name: "Content-Length", value: "0")
        if case .tls(let certificates) = security {
            var configuration = TLSConfiguration.makeClientConfiguration()
            if let certificates { configuration.trustRoots = .file(certificates) }
            let context = try NIOSSLContext(configuration: configuration)
            let isName = (try? SocketAddress(ipAddress: host, port: port)) == nil
            let handler = try NIOSSLClientHandler(context: context, serverHostname: isName ? host : nil)
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(maxFrameSize: 1 << 20) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                self.channel = channel
                try channel.pipeline.syncOperations.addHandler(ClientSocketHandler(self))
                return .socket
            }
        }
        let configuration = NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: head,
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(.refused) }
        )
        var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        // The first message may come in one packet with the answer to the upgrade; by default it would be dropped.
        pipeline.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
    }

    private func sendEarly() {
        let messages = early ?? []
        early = nil
        messages.forEach(send)
    }

    func send(_ message: Message) {
        guard let channel, !isClosed else { return }
        guard early == nil else {
            early?.append(message)
            return
        }
        write(.text, ByteBuffer(bytes: message.encoded()), to: channel)
    }

    func close() {
        guard let channel, !isClosed else { return closed(nil) }
        write(.connectionClose, ByteBuffer(bytes: [0x03, 0xE8]), to: channel)
        loop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        closed(nil)
    }

    func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, to channel: any Channel) {
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data), promise: nil)
    }

    /// A whole message came.
    func received(_ text: [UInt8]) {
        hasReceived = true
        onText?(text)
    }

    func closed(_ code: Int?) {
        guard !isClosed else { return }
        isClosed = true
        onClose?(code)
        onText = nil
        onClose = nil
    }
}

/// Frames of a client's socket.
private final class ClientSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let socket: ClientSocket
    private var fragments: [UInt8] = []
    private static let longestMessage = 1 << 20

    init(_ socket: ClientSocket) {
        self.socket = socket
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .continuation:
            fragments.append(contentsOf: frame.unmaskedData.readableBytesView)
            guard fragments.count <= Self.longestMessage else { return context.close(promise: nil) }
            guard frame.fin else { return }
            let message = fragments
            fragments = []
            socket.received(message)
        case .ping: socket.write(.pong, frame.unmaskedData, to: context.channel)
        case .connectionClose:
            var payload = frame.unmaskedData
            let code = payload.readInteger(as: UInt16.self).map { Int($0) }
            socket.write(.connectionClose, frame.unmaskedData, to: context.channel)
            socket.closed(code)
            context.close(promise: nil)
        default: break
        }
    }
}
