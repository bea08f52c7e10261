import NIOCore

/// Begins to drain the hub when the server stops, before the server waits for open requests.
///
/// The requests of clients without WebSockets stay open until then, and the server does not know the sockets that bypass
/// it.
final class DrainingHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let hub: Hub

    init(_ hub: Hub) { self.hub = hub }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { hub.beginDraining() }
        context.fireUserInboundEventTriggered(event)
    }
}
