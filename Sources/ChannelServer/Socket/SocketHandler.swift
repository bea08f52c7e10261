import NIOCore
import NIOWebSocket
import PusherProtocol

/// One client's socket: frames in, decisions asked of the connection's state, carried out through the hub.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private enum Phase {
        case opening(ConnectionRequest?, isTLS: Bool)
        case open(Subscriber)
        case closed
    }

    private let hub: Hub
    private let mostConnections: Int
    private let takesCompressed: Bool
    private var phase: Phase
    private var shard: Shard?
    private var fragments: [UInt8]?
    private var isCompressed = false
    /// How many reasons there are not to read for now.
    private var pauses = 0
    private var isHeldBack = false
    private var isSlowedDown = false
    private var inflow = Inflow()

    init(
        hub: Hub,
        mostConnections: Int,
        request: ConnectionRequest?,
        isTLS: Bool,
        takesCompressed: Bool = false
    ) {
        self.hub = hub
        self.takesCompressed = takesCompressed
        self.mostConnections = mostConnections
        phase = .opening(request, isTLS: isTLS)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard case .opening(let request, let isTLS) = phase else { return }
        // Whole frames go out: where there is an encoder, they pass it by.
        let encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
        let socket = encoder ?? context
        if let code = hub.admission.refusal(of: request, isTLS: isTLS, mostConnections: mostConnections) {
            return refuse(code, socket)
        }
        guard let request, let application = hub.applications.application(key: request.key) else { return }
        open(application, request, socket, context)
    }

    private func open(
        _ application: ChannelApplication,
        _ request: ConnectionRequest,
        _ socket: ChannelHandlerContext,
        _ context: ChannelHandlerContext
    ) {
        guard case .number(let version) = request.version else { return }
        let shard = hub.shards.shard(on: context.eventLoop)
        let subscriber = Subscriber(
            application: application,
            version: version,
            outlet: .socket(socket),
            takesCompressed: takesCompressed
        )
        let isolated = LoopIsolated(self)
        subscriber.wasCut = { [weak subscriber] in
            guard let subscriber else { return }
            isolated.value.cutSlowReader(subscriber)
        }
        self.shard = shard
        phase = .open(subscriber)
        hub.opened(subscriber, on: shard)
    }

    private func refuse(_ code: CloseCode, _ socket: ChannelHandlerContext) {
        phase = .closed
        hub.counters.closed(code)
        socket.write(NIOAny(Frame.text(Message.error(code, code.reason).encoded())), promise: nil)
        socket.writeAndFlush(NIOAny(Frame.close(code: code.rawValue, reason: code.reason)), promise: nil)
        let channel = socket.channel
        socket.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    }

    // MARK: - Frames

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard case .open(let subscriber) = phase else {
            if frame.opcode == .connectionClose { context.close(promise: nil) }
            return
        }
        // The first bit marks the first frame of a compressed message, where that was agreed (RFC 7692, section 6).
        let isSound = !frame.rsv1 || takesCompressed && frame.opcode == .text
        guard frame.maskKey != nil, isSound, !frame.rsv2, !frame.rsv3 else { return end(subscriber, .protocolError) }
        subscriber.state.wasActive(milliseconds: Clock.milliseconds)
        count(frame.length, messages: 1, subscriber, context)
        switch frame.opcode {
        case .text, .continuation: take(frame, subscriber, context)
        case .binary: end(subscriber, .unacceptableData)
        case .ping: pong(frame, subscriber)
        case .pong: break
        case .connectionClose: leave(frame, subscriber, context)
        default: end(subscriber, .protocolError)
        }
    }

    /// Answers a close frame with the same code and hangs up.
    private func leave(_ frame: WebSocketFrame, _ subscriber: Subscriber, _ context: ChannelHandlerContext) {
        var payload = frame.unmaskedData
        let isCut = payload.readableBytes == 1
        let code = payload.readInteger(as: UInt16.self).map { Int($0) } ?? CloseCode.normal.rawValue
        let isSound = !isCut && Self.mayBeSent(code)
        if !subscriber.isCut { subscriber.acknowledgeClose(isSound ? code : CloseCode.protocolError.rawValue) }
        context.close(promise: nil)
    }

    /// Whether a close frame may hold a code (RFC 6455, section 7.4).
    private static func mayBeSent(_ code: Int) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    private func pong(_ frame: WebSocketFrame, _ subscriber: Subscriber) {
        guard frame.fin, frame.length <= 125 else { return end(subscriber, .protocolError) }
        subscriber.enqueue(Frame.pong(frame.unmaskedData))
        subscriber.flush()
    }

    private func take(_ frame: WebSocketFrame, _ subscriber: Subscriber, _ context: ChannelHandlerContext) {
        let isContinuation = frame.opcode == .continuation
        guard isContinuation == (fragments != nil) else { return end(subscriber, .protocolError) }
        let payload = frame.unmaskedData
        let limit = subscriber.state.application.limits.message
        guard (fragments?.count ?? 0) + payload.readableBytes <= limit else { return end(subscriber, .messageTooBig) }
        if !isContinuation { isCompressed = frame.rsv1 }
        if frame.fin {
            var message = fragments ?? []
            fragments = nil
            message.append(contentsOf: payload.readableBytesView)
            if isCompressed { return unpack(message, limit, subscriber, context) }
            received(message, subscriber, context)
        } else {
            fragments = (fragments ?? []) + payload.readableBytesView
        }
    }

    /// Unpacks a compressed message; what comes out counts as if it had been sent.
    private func unpack(_ message: [UInt8], _ limit: Int, _ subscriber: Subscriber, _ context: ChannelHandlerContext) {
        guard let shard else { return }
        do {
            let unpacked = try shard.compressor.unpacked(message, limit: limit)
            count(max(0, unpacked.count - message.count), messages: 0, subscriber, context)
            received(unpacked, subscriber, context)
        } catch .tooLong {
            end(subscriber, .messageTooBig)
        } catch {
            end(subscriber, .inconsistentData)
        }
    }

    /// Counts what came, and reads later from a client that sends too much.
    private func count(_ bytes: Int, messages: Int, _ subscriber: Subscriber, _ context: ChannelHandlerContext) {
        let limits = subscriber.state.application.limits
        let wait = inflow.wait(afterBytes: bytes, messages: messages, at: Clock.milliseconds, limits: limits)
        if wait > 0 { slowDown(milliseconds: wait, context) }
    }

    private func received(_ message: [UInt8], _ subscriber: Subscriber, _ context: ChannelHandlerContext) {
        guard let shard, case .publish(let event) = hub.received(message, from: subscriber, on: shard) else { return }
        if shard.isCongested(Hub.key(subscriber.state.application.id, event.channel.text)) {
            holdBack(event.channel, context)
        }
    }

    private func end(_ subscriber: Subscriber, _ code: CloseCode) {
        guard let shard else { return }
        hub.end(subscriber, code, on: shard)
    }

    private func cutSlowReader(_ subscriber: Subscriber) {
        hub.counters.slowReaders.add()
        end(subscriber, .overCapacity)
    }

    // MARK: - The socket

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if case .open(let subscriber) = phase, context.channel.isWritable { subscriber.becameWritable() }
        context.fireChannelWritabilityChanged()
    }

    /// Stops reading from a publisher until its channel's readers have caught up, a second at the most.
    private func holdBack(_ channel: ChannelName, _ context: ChannelHandlerContext, turns: Int = 0) {
        guard turns > 0 || !isHeldBack, case .open(let subscriber) = phase, let shard else { return }
        if turns == 0 {
            isHeldBack = true
            pause(context)
        }
        let isolated = LoopIsolated((handler: self, context: context, subscriber: subscriber, shard: shard))
        context.eventLoop.scheduleTask(in: .milliseconds(1)) {
            let (handler, context, subscriber, shard) = isolated.value
            let isCongested = shard.isCongested(Hub.key(subscriber.state.application.id, channel.text))
            if isCongested, turns < 1000, context.channel.isActive {
                handler.holdBack(channel, context, turns: turns + 1)
            } else {
                handler.isHeldBack = false
                handler.resume(context)
            }
        }
    }

    /// Stops reading from a client that sends more per second than it may.
    private func slowDown(milliseconds: Int64, _ context: ChannelHandlerContext) {
        guard !isSlowedDown else { return }
        isSlowedDown = true
        hub.counters.readingPauses.add()
        pause(context)
        let isolated = LoopIsolated((handler: self, context: context))
        context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
            let (handler, context) = isolated.value
            handler.isSlowedDown = false
            handler.resume(context)
        }
    }

    private func pause(_ context: ChannelHandlerContext) {
        pauses += 1
        if pauses == 1 { _ = try? context.channel.syncOptions?.setOption(.autoRead, value: false) }
    }

    private func resume(_ context: ChannelHandlerContext) {
        pauses -= 1
        if pauses == 0 { _ = try? context.channel.syncOptions?.setOption(.autoRead, value: true) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard case .open(let subscriber) = phase, let fault = error as? NIOWebSocketError else {
            return context.close(promise: nil)
        }
        end(subscriber, fault == .invalidFrameLength ? .messageTooBig : .protocolError)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Half a close is a close: nothing can be received any more.
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        // The server stops, and waits for its connections before it lets the host know.
        if event is ChannelShouldQuiesceEvent { hub.beginDraining() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .open(let subscriber) = phase, let shard { hub.closed(subscriber, on: shard) }
        phase = .closed
        context.fireChannelInactive()
    }
}
