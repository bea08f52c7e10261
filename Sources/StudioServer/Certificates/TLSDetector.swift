import ChannelServer
import NIOCore
import NIOSSL

/// Detects TLS by a connection's first byte: adds a TLS handler if a handshake begins, and removes itself.
final class TLSDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The type of a TLS record with a handshake (RFC 8446 §5.1).
    private static let handshake: UInt8 = 22

    private let context: NIOSSLContext

    init(context: NIOSSLContext) { self.context = context }

    func channelRead(context channel: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return }
        if first != Self.handshake, !Self.isFromHere(channel) { return redirect(bytes, channel) }
        let pipeline = channel.pipeline.syncOperations
        do {
            if first == Self.handshake {
                try pipeline.addHandler(
                    NIOSSLServerHandler(context: context),
                    name: UpgradingChannel.tlsHandlerName,
                    position: .after(self)
                )
            }
            channel.fireChannelRead(data)
            pipeline.removeHandler(context: channel, promise: nil)
        } catch {
            channel.close(promise: nil)
        }
    }

    private static func isFromHere(_ channel: ChannelHandlerContext) -> Bool {
        channel.remoteAddress.flatMap { MachineAddress($0) }?.isLoopback ?? true
    }

    /// Redirects a plain request to HTTPS and closes the connection.
    private func redirect(_ bytes: ByteBuffer, _ channel: ChannelHandlerContext) {
        let answer = PlainRequest(String(buffer: bytes)).redirection
        channel.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
