import NIOCore

/// Ends the sessions of clients without WebSockets when the server stops: it waits for the requests that they wait on
/// before the host learns of it.
final class DrainingHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let hub: Hub

    init(_ hub: Hub) { self.hub = hub }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { hub.beginDraining() }
        context.fireUserInboundEventTriggered(event)
    }
}
