import NIOCore
import PusherProtocol

/// A channel's subscribers on one event loop, and what waits to be written to all of them.
///
/// Frames published within one turn of the loop gather in one buffer, which every subscriber's socket then gets whole:
/// one write a subscriber, however many events.
final class Topic {
    /// A subscriber that must not receive a part of the waiting frames.
    struct Exclusion {
        let subscriber: ObjectIdentifier
        let range: Range<Int>
    }

    /// The waiting frames, and their excluded subscribers.
    private struct Batch {
        var frames = ByteBuffer()
        var exclusions: [Exclusion] = []

        mutating func append(_ frame: ByteBuffer, except: [ObjectIdentifier]) {
            let start = frames.writerIndex
            frames.writeImmutableBuffer(frame)
            exclusions += except.map { Exclusion(subscriber: $0, range: start..<frames.writerIndex) }
        }

        /// Empties the batch and returns what it held.
        mutating func take() -> Batch {
            let whole = self
            // A new buffer: the sockets still hold the old one.
            frames = ByteBufferAllocator().buffer(capacity: min(whole.frames.readableBytes, 65_536))
            exclusions = []
            return whole
        }
    }

    let key: String
    /// Those that receive all events as they are.
    private var readers: [Subscriber] = []
    /// Those that receive some, or as deltas.
    private var tailored = TailoredReaders()
    private var places: [ObjectIdentifier: Int] = [:]
    private var plain = Batch()
    /// The same events, compressed, for the subscribers that take that.
    private var packed = Batch()
    /// How many subscribers take compressed frames.
    private(set) var packedReaders = 0
    /// Subscribers that got older events when they joined: numbers up to theirs are not for them.
    private var served: [(subscriber: ObjectIdentifier, serial: Int64)] = []
    /// How many subscribers have other subscriptions too, so that order between channels matters to them.
    var crossing = 0
    var isDirty = false

    init(key: String) {
        self.key = key
    }

    var isEmpty: Bool { readers.isEmpty && tailored.isEmpty }
    /// How many receive all events as they are.
    var readerCount: Int { readers.count }
    var subscribers: [Subscriber] { tailored.isEmpty ? readers : readers + tailored.subscribers }
    var hasTailored: Bool { !tailored.isEmpty }
    var waitingBytes: Int { plain.frames.readableBytes }

    func add(_ subscriber: Subscriber, servedTo serial: Int64?, options: DeliveryOptions) {
        guard options == DeliveryOptions() else { return tailored.add(subscriber, options, servedTo: serial) }
        let identifier = ObjectIdentifier(subscriber)
        guard places[identifier] == nil else { return }
        places[identifier] = readers.count
        readers.append(subscriber)
        if subscriber.takesCompressed { packedReaders += 1 }
        if let serial { served.append((identifier, serial)) }
    }

    func remove(_ subscriber: Subscriber, _ budget: DeltaBudget) {
        tailored.remove(subscriber, budget)
        let identifier = ObjectIdentifier(subscriber)
        guard let place = places.removeValue(forKey: identifier) else { return }
        if subscriber.takesCompressed { packedReaders -= 1 }
        let last = readers.removeLast()
        if last !== subscriber {
            readers[place] = last
            places[ObjectIdentifier(last)] = place
        }
        served.removeAll { $0.subscriber == identifier }
        plain.exclusions.removeAll { $0.subscriber == identifier }
        packed.exclusions.removeAll { $0.subscriber == identifier }
    }

    /// Puts a frame behind those that wait; `packed` is the same one for those who take compressed frames, if there are
    /// any.
    func append(_ frame: ByteBuffer, packed: ByteBuffer?, except: Subscriber?, serial: Int64?) {
        var excluded: [ObjectIdentifier] = []
        if let except, places[ObjectIdentifier(except)] != nil { excluded.append(ObjectIdentifier(except)) }
        if let serial, !served.isEmpty {
            excluded += served.filter { $0.serial >= serial }.map(\.subscriber)
            served.removeAll { $0.serial < serial }
        }
        plain.append(frame, except: excluded)
        if let packed { self.packed.append(packed, except: excluded) }
    }

    /// Queues an event for the subscribers with a filter or deltas, and calls `written` for those that get it.
    func deliverTailored(
        _ event: TailoredReaders.Event,
        budget: DeltaBudget,
        compressor: () -> MessageCompressor,
        written: (Subscriber) -> Void
    ) -> TailoredReaders.Outcome {
        tailored.deliver(event, budget: budget, compressor: compressor, written: written)
    }

    /// The last event of a key for a subscriber that cannot apply its delta.
    func resynchronize(_ subscriber: Subscriber, _ key: DeltaKey) -> Message? {
        tailored.resynchronize(subscriber, key)
    }

    /// Hands what waits to every subscriber's socket, unflushed.
    func spill(_ written: (Subscriber) -> Void) {
        isDirty = false
        guard plain.frames.readableBytes > 0 else { return }
        let (plain, packed) = (plain.take(), packed.take())
        for subscriber in readers {
            let batch = subscriber.takesCompressed ? packed : plain
            let identifier = ObjectIdentifier(subscriber)
            if batch.exclusions.isEmpty || !batch.exclusions.contains(where: { $0.subscriber == identifier }) {
                subscriber.enqueue(batch.frames)
                written(subscriber)
            } else {
                let excluded = batch.exclusions.filter { $0.subscriber == identifier }.map(\.range)
                if enqueue(batch.frames, without: excluded, to: subscriber) { written(subscriber) }
            }
        }
    }

    private func enqueue(_ whole: ByteBuffer, without excluded: [Range<Int>], to subscriber: Subscriber) -> Bool {
        var start = whole.readerIndex
        var hasWritten = false
        for end in excluded.map(\.lowerBound) + [whole.writerIndex] {
            if end > start, let part = whole.getSlice(at: start, length: end - start) {
                subscriber.enqueue(part)
                hasWritten = true
            }
            start = excluded.first { $0.lowerBound == end }?.upperBound ?? end
        }
        return hasWritten
    }
}
