import NIOCore
import PusherProtocol

/// A client's connection over HTTP requests instead of a WebSocket: what waits for it, and the request that waits for
/// that.
///
/// The lines are those of the SockJS protocol 0.3.3: `o` opens, `a[…]` brings messages, `h` says that the server lives,
/// `c[code,"reason"]` closes. Confined to its event loop.
final class PollingSession {
    /// Over this nothing more is taken willingly, bytes; `Limits.sendBuffer` counts from there.
    private static let highWater = 65_536

    let loop: any EventLoop
    private let hub: Hub
    private let configuration: ChannelHost.Configuration
    private let ended: () -> Void
    /// The address that opened it, and alone may use it; nil if that is not known.
    let address: String?
    private var subscriber: Subscriber?
    private var waiting = ByteBuffer()
    /// The request that waits.
    private var receiver: EventLoopPromise<ByteBuffer?>?
    private var receiverNumber = 0
    private var isFlushing = false
    /// Whether there is a request that receives.
    private var isAttended = false
    /// Until then no messages are taken, milliseconds.
    private var resumesAt: Int64 = 0
    /// Nothing follows what waits.
    private var isClosed = false
    private var isEnded = false
    private var leaving: Scheduled<Void>?
    private var inflow = Inflow()

    /// A session on the loop it is made on; `ended` is called once when it is over.
    init(
        hub: Hub,
        configuration: ChannelHost.Configuration,
        loop: any EventLoop,
        address: String?,
        ended: @escaping () -> Void
    ) {
        self.hub = hub
        self.address = address
        self.configuration = configuration
        self.loop = loop
        self.ended = ended
    }

    private var shard: Shard { hub.shards.shard(on: loop) }

    /// Greets the client, or says why it is not taken.
    func open(_ request: ConnectionRequest, isTLS: Bool) {
        leaveUnlessAsked()
        append("o")
        if let code = hub.admission.refusal(of: request, isTLS: isTLS, mostConnections: configuration.connections) {
            hub.counters.closed(code)
            write(Frame.text(Message.error(code, code.reason).encoded()))
            write(Frame.close(code: code.rawValue, reason: code.reason))
            return
        }
        guard case .number(let version) = request.version,
            let application = hub.applications.application(key: request.key)
        else { return }
        let subscriber = Subscriber(application: application, version: version, outlet: .session(self))
        subscriber.wasCut = { [weak self, weak subscriber] in
            guard let self, let subscriber else { return }
            self.hub.counters.slowReaders.add()
            self.hub.end(subscriber, .overCapacity, on: self.shard)
        }
        self.subscriber = subscriber
        hub.opened(subscriber, on: shard)
    }

    // MARK: - To the client

    var isWritable: Bool { waiting.readableBytes < Self.highWater }

    /// Takes frames for a WebSocket, as lines.
    func write(_ frames: ByteBuffer) {
        var rest = frames
        while let first = rest.getInteger(at: rest.readerIndex, as: UInt8.self) {
            guard let payload = Frame.take(from: &rest) else { return }
            guard !isClosed else { return }
            switch first & 15 {
            case 1:
                var writer = JSONWriter()
                writer.raw("a[")
                writer.value(JSONText(string: String(buffer: payload)))
                writer.raw("]")
                append(writer.text.text)
            case 8:
                var payload = payload
                let code = payload.readInteger(as: UInt16.self) ?? 1000
                var writer = JSONWriter()
                writer.raw("c[")
                writer.integer(Int(code))
                writer.raw(",")
                writer.value(JSONText(string: String(buffer: payload)))
                writer.raw("]")
                append(writer.text.text)
                isClosed = true
            default: break
            }
        }
    }

    private func append(_ line: String) {
        waiting.writeString(line)
        waiting.writeInteger(UInt8(ascii: "\n"))
    }

    /// Hands what waits to the request that waits for it, at the end of the loop's turn: what comes in one turn, such as
    /// the reason of a close and the close, goes in one answer.
    func flush() {
        guard waiting.readableBytes > 0, receiver != nil, !isFlushing else { return }
        isFlushing = true
        let isolated = LoopIsolated(self)
        loop.execute { isolated.value.deliver() }
    }

    private func deliver() {
        isFlushing = false
        guard waiting.readableBytes > 0, let receiver else { return }
        self.receiver = nil
        receiver.succeed(taken())
    }

    private func taken() -> ByteBuffer {
        defer { waiting = ByteBuffer() }
        subscriber?.becameWritable()
        return waiting
    }

    /// A request begins to wait, and gets a number; an older one, which the client may have given up, ends.
    func attach() -> Int {
        subscriber?.state.wasActive(milliseconds: Clock.milliseconds)
        receiver?.succeed(nil)
        receiver = nil
        leaving?.cancel()
        receiverNumber += 1
        isAttended = true
        return receiverNumber
    }

    /// What waits, as soon as there is something; a sign of life after a while, nil when nothing follows.
    func next(_ number: Int) -> EventLoopFuture<ByteBuffer?> {
        guard number == receiverNumber, !isEnded else { return loop.makeSucceededFuture(nil) }
        if waiting.readableBytes > 0 { return loop.makeSucceededFuture(taken()) }
        guard !isClosed else {
            end()
            return loop.makeSucceededFuture(nil)
        }
        let promise = loop.makePromise(of: ByteBuffer?.self)
        receiver = promise
        let isolated = LoopIsolated(self)
        let beat = loop.scheduleTask(in: configuration.pollingHeartbeat) {
            let session = isolated.value
            guard session.receiver != nil, session.receiverNumber == number else { return }
            session.append("h")
            session.flush()
        }
        promise.futureResult.whenComplete { _ in beat.cancel() }
        return promise.futureResult
    }

    /// A request has got what it waited for, or is gone; without another one soon the client is, too.
    func detach(_ number: Int) {
        guard number == receiverNumber, !isEnded else { return }
        isAttended = false
        receiver?.succeed(nil)
        receiver = nil
        guard !isClosed || waiting.readableBytes > 0 else { return end() }
        leaveUnlessAsked()
    }

    private func leaveUnlessAsked() {
        let isolated = LoopIsolated(self)
        leaving = loop.scheduleTask(in: configuration.pollingGrace) { isolated.value.end() }
    }

    // MARK: - From the client

    /// What became of messages.
    enum Reception {
        case taken
        /// The client has sent more per second than a connection may, and is too early.
        case tooEarly
        /// Nobody is there any more.
        case over
    }

    /// Takes messages.
    func received(_ messages: [[UInt8]]) -> Reception {
        guard let subscriber, !isClosed, !isEnded else { return .over }
        let now = Clock.milliseconds
        guard now >= resumesAt else { return .tooEarly }
        subscriber.state.wasActive(milliseconds: now)
        for message in messages {
            let limits = subscriber.state.application.limits
            resumesAt = now + inflow.wait(afterBytes: message.count, messages: 1, at: now, limits: limits)
            hub.received(message, from: subscriber, on: shard)
            guard !isClosed else { break }
        }
        if resumesAt > now { hub.counters.readingPauses.add() }
        return .taken
    }

    /// Ends in a while, or at once if nobody can come any more for what waits.
    func end(in time: TimeAmount) {
        guard isAttended || hub.admission.isAccepting else { return end() }
        let isolated = LoopIsolated(self)
        loop.scheduleTask(in: time) { isolated.value.end() }
    }

    /// Forgets the client.
    func end() {
        guard !isEnded else { return }
        (isEnded, isClosed) = (true, true)
        leaving?.cancel()
        receiver?.succeed(nil)
        receiver = nil
        if let subscriber { hub.closed(subscriber, on: shard) }
        subscriber = nil
        ended()
    }
}
