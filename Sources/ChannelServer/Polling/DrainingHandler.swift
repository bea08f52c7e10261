import NIOCore

/// Ends the sessions of clients without WebSockets when the server stops.
///
/// The server waits for open requests before it notifies the host; the requests of these sessions stay open until then.
final class DrainingHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let hub: Hub

    init(_ hub: Hub) { self.hub = hub }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { hub.beginDraining() }
        context.fireUserInboundEventTriggered(event)
    }
}
