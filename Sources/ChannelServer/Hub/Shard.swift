import NIOCore
import PusherProtocol

/// The connections of one event loop; everything in it happens on that loop.
final class Shard {
    let loop: any EventLoop
    private(set) var subscribers: [SocketID: Subscriber] = [:]
    private var topics: [String: Topic] = [:]
    private var dirtyTopics: [Topic] = []
    private var dirtySubscribers: [Subscriber] = []
    private var isFlushScheduled = false
    /// The signed-in users of these connections.
    var users = UserTable()
    private(set) var counts = DeliveryCounts()
    private let deltaBudget = DeltaBudget()
    /// The bytes of events that subscribers with filters or deltas were queued in this turn.
    private var tailoredBytes = 0
    private let flushing: FlushTask
    /// Made when the first message is compressed.
    private(set) lazy var compressor = MessageCompressor()

    /// More than this in one turn is written before the turn ends, bytes.
    private static let fullBatch = 262_144

    init(loop: any EventLoop) {
        self.loop = loop
        flushing = FlushTask()
        flushing.shard = self
    }

    func add(_ subscriber: Subscriber) { subscribers[subscriber.socketID] = subscriber }

    func remove(_ subscriber: Subscriber) {
        subscribers[subscriber.socketID] = nil
    }

    func topic(_ key: String) -> Topic? { topics[key] }

    func add(
        _ subscriber: Subscriber,
        to key: String,
        servedTo serial: Int64?,
        options: DeliveryOptions = DeliveryOptions(),
        isCrossing: Bool
    ) {
        let topic = topics[key] ?? Topic(key: key)
        topics[key] = topic
        spill(topic)
        topic.add(subscriber, servedTo: serial, options: options)
        if isCrossing { topic.crossing += 1 }
    }

    func remove(_ subscriber: Subscriber, from key: String) {
        guard let topic = topics[key] else { return }
        spill(topic)
        topic.remove(subscriber, deltaBudget)
        if topic.isEmpty { topics[key] = nil }
    }

    /// Marks that a subscriber of this channel has others too.
    func markCrossing(_ key: String) { topics[key]?.crossing += 1 }

    /// Puts a frame before a channel's subscribers; it is written when the loop's turn ends.
    func deliver(
        _ frame: ByteBuffer,
        to key: String,
        except: SocketID?,
        serial: Int64?,
        extras: EventExtras = .none
    ) {
        guard let topic = topics[key] else { return }
        if topic.crossing > 0 {
            for other in dirtyTopics where other !== topic && other.crossing > 0 { spill(other) }
        }
        let packed = topic.packedReaders > 0 ? compressor.packed(frame, milliseconds: Clock.milliseconds) : nil
        let except = except.flatMap { subscribers[$0] }
        if topic.hasTailored {
            let event = TailoredReaders.Event(
                frame: frame,
                packed: packed,
                extras: extras,
                except: except,
                serial: serial
            )
            deliverTailored(event, on: topic)
        }
        counts.deliveries += topic.readerCount
        if topic.readerCount > 0 {
            topic.append(frame, packed: packed, except: except, serial: serial)
            if !topic.isDirty {
                topic.isDirty = true
                dirtyTopics.append(topic)
            }
        }
        if max(topic.waitingBytes, tailoredBytes) >= Self.fullBatch { flush() }
        scheduleFlush()
    }

    private func deliverTailored(_ event: TailoredReaders.Event, on topic: Topic) {
        let outcome = topic.deliverTailored(event, budget: deltaBudget, compressor: { compressor }, written: mark)
        counts.add(outcome)
        tailoredBytes += event.frame.readableBytes
    }

    /// Sends a subscriber that cannot apply a delta the last event with its key, whole.
    func resynchronize(_ subscriber: Subscriber, on channel: ChannelName, _ key: DeltaKey) {
        let topic = topics[Hub.key(subscriber.state.application.id, channel.text)]
        if let message = topic?.resynchronize(subscriber, key) { send(message, to: subscriber) }
    }

    /// Sends one connection a message of its own, behind what it has been sent.
    func send(_ message: Message, to subscriber: Subscriber) {
        if !dirtyTopics.isEmpty { spillAll() }
        let frame = Frame.text(message.encoded())
        let isPacked = subscriber.takesCompressed
        subscriber.enqueue(isPacked ? compressor.packed(frame, milliseconds: Clock.milliseconds) : frame)
        mark(subscriber)
        scheduleFlush()
    }

    /// Writes all that waits.
    func flush() {
        tailoredBytes = 0
        spillAll()
        let dirty = dirtySubscribers
        dirtySubscribers.removeAll(keepingCapacity: true)
        for subscriber in dirty { subscriber.flush() }
    }

    /// Whether at least half of a channel's subscribers here take no more just now.
    func isCongested(_ key: String) -> Bool {
        guard let topic = topics[key], !topic.isEmpty else { return false }
        return topic.subscribers.count { $0.isLagging } * 2 >= topic.subscribers.count
    }

    private func spillAll() {
        let dirty = dirtyTopics
        dirtyTopics.removeAll(keepingCapacity: true)
        for topic in dirty where topic.isDirty { topic.spill(mark) }
    }

    private func spill(_ topic: Topic) {
        guard topic.isDirty else { return }
        topic.spill(mark)
        dirtyTopics.removeAll { $0 === topic }
    }

    private func mark(_ subscriber: Subscriber) {
        guard !subscriber.isDirty else { return }
        subscriber.isDirty = true
        dirtySubscribers.append(subscriber)
    }

    private func scheduleFlush() {
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        flushing.schedule(on: loop)
    }

    fileprivate func flushIsDue() {
        isFlushScheduled = false
        flush()
    }
}

/// What was sent to subscribers.
struct DeliveryCounts: Sendable {
    /// Events sent to subscribers.
    var deliveries = 0
    /// Events that a subscription's filter held back.
    var filtered = 0
    /// Events sent as deltas.
    var deltas = 0
    /// What those are shorter than the events, bytes.
    var deltaSavedBytes = 0

    mutating func add(_ outcome: TailoredReaders.Outcome) {
        deliveries += outcome.delivered
        filtered += outcome.filtered
        deltas += outcome.deltas
        deltaSavedBytes += outcome.savedBytes
    }

    static func + (left: DeliveryCounts, right: DeliveryCounts) -> DeliveryCounts {
        DeliveryCounts(
            deliveries: left.deliveries + right.deliveries,
            filtered: left.filtered + right.filtered,
            deltas: left.deltas + right.deltas,
            deltaSavedBytes: left.deltaSavedBytes + right.deltaSavedBytes
        )
    }
}

/// Runs a shard's flush when its loop has handled all that was ready to be read.
private final class FlushTask: @unchecked Sendable {
    // Touched on the shard's loop only.
    weak var shard: Shard?

    func schedule(on loop: any EventLoop) {
        loop.execute { self.shard?.flushIsDue() }
    }
}

/// A reference that is only used on one event loop, carried through closures that run there.
struct LoopIsolated<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
