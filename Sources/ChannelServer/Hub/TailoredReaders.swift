import NIOCore
import PusherProtocol

/// A channel's subscribers on one event loop that have a filter or take deltas.
///
/// They receive each event by itself, while all others share one buffer. Which events one of them has is not stored: it
/// follows from the events that are kept, so thousands of subscribers with deltas need no more memory than one.
struct TailoredReaders {
    private struct Reader {
        let subscriber: Subscriber
        let options: DeliveryOptions
        /// It has no event up to this number of the channel's deltas.
        var since: Int64
        /// It got older events when it joined: numbers up to this are not for it.
        let servedTo: Int64?

        /// Whether an event is for it.
        func receives(_ extras: EventExtras, isOwn: Bool, except: ObjectIdentifier?, serial: Int64?) -> Bool {
            guard except != ObjectIdentifier(subscriber) else { return false }
            if let serial, let servedTo, serial <= servedTo { return false }
            return isOwn || options.admits(extras)
        }

        /// Whether it has received an event that is kept.
        func has(_ base: DeltaBases.Base) -> Bool {
            base.sequence > since
                && receives(base.message.extras, isOwn: false, except: base.except, serial: base.serial)
        }
    }

    /// One event in a form that several subscribers get, and the same compressed once somebody needs that.
    private struct Form {
        let frame: ByteBuffer
        private var packed: ByteBuffer?

        init(_ frame: ByteBuffer, packed: ByteBuffer? = nil) {
            self.frame = frame
            self.packed = packed
        }

        init(_ message: Message) { self.init(Frame.text(message.encoded())) }

        mutating func bytes(for subscriber: Subscriber, _ compressor: () -> MessageCompressor) -> ByteBuffer {
            guard subscriber.takesCompressed else { return frame }
            if let packed { return packed }
            let packed = compressor().packed(frame, milliseconds: Clock.milliseconds)
            self.packed = packed
            return packed
        }
    }

    /// The forms of one event, each made when the first subscriber needs it.
    private struct Forms {
        let step: DeltaBases.Step?
        let budget: DeltaBudget
        var plain: Form
        /// The whole event with its mark.
        lazy var marked: Form? = step.map { Form($0.whole) }
        lazy var delta: Form? = step?.delta(budget, milliseconds: Clock.milliseconds).map { Form($0) }
    }

    /// An event of the channel.
    struct Event {
        /// The event as a frame.
        let frame: ByteBuffer
        /// The same compressed, if that was made for others.
        let packed: ByteBuffer?
        let extras: EventExtras
        let except: Subscriber?
        let serial: Int64?

        /// Whether it is the protocol's own, which no filter holds back.
        var isOwn: Bool {
            let json = Frame.payload(of: frame)
            return Self.ownPrefixes.contains { json.starts(with: $0) }
        }

        private static let ownPrefixes = ["pusher:", "pusher_internal:"].map { Array("{\"event\":\"\($0)".utf8) }
    }

    /// What became of an event.
    struct Outcome {
        var delivered = 0
        var filtered = 0
        var deltas = 0
        /// What the deltas are shorter than the events, bytes.
        var savedBytes = 0
    }

    private var readers: [Reader] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var deltaReaders = 0
    private var bases = DeltaBases()

    var isEmpty: Bool { readers.isEmpty }
    var subscribers: [Subscriber] { readers.map(\.subscriber) }

    mutating func add(_ subscriber: Subscriber, _ options: DeliveryOptions, servedTo serial: Int64?) {
        let identifier = ObjectIdentifier(subscriber)
        guard places[identifier] == nil else { return }
        places[identifier] = readers.count
        readers.append(Reader(subscriber: subscriber, options: options, since: bases.sequence, servedTo: serial))
        if options.takesDeltas { deltaReaders += 1 }
    }

    mutating func remove(_ subscriber: Subscriber, _ budget: DeltaBudget) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(subscriber)) else { return }
        if readers[place].options.takesDeltas { deltaReaders -= 1 }
        let last = readers.removeLast()
        if last.subscriber !== subscriber {
            readers[place] = last
            places[ObjectIdentifier(last.subscriber)] = place
        }
        if deltaReaders == 0 { bases.removeAll(budget) }
    }

    /// Queues an event for each of them, and calls `written` for those that get it.
    mutating func deliver(
        _ event: Event,
        budget: DeltaBudget,
        compressor: () -> MessageCompressor,
        written: (Subscriber) -> Void
    ) -> Outcome {
        var outcome = Outcome()
        let isOwn = event.isOwn
        let except = event.except.map { ObjectIdentifier($0) }
        let step = isOwn || deltaReaders == 0 ? nil : advance(to: event, except, budget)
        var forms = Forms(step: step, budget: budget, plain: Form(event.frame, packed: event.packed))
        for reader in readers {
            guard reader.receives(event.extras, isOwn: isOwn, except: except, serial: event.serial) else {
                outcome.filtered += 1
                continue
            }
            let subscriber = reader.subscriber
            if let previous = step?.previous, reader.options.takesDeltas, reader.has(previous), forms.delta != nil {
                outcome.deltas += 1
                outcome.savedBytes += event.frame.readableBytes - (forms.delta?.frame.readableBytes ?? 0)
                if let bytes = forms.delta?.bytes(for: subscriber, compressor) { subscriber.enqueue(bytes) }
            } else if reader.options.takesDeltas, let bytes = forms.marked?.bytes(for: subscriber, compressor) {
                subscriber.enqueue(bytes)
            } else {
                subscriber.enqueue(forms.plain.bytes(for: subscriber, compressor))
            }
            outcome.delivered += 1
            written(subscriber)
        }
        return outcome
    }

    private mutating func advance(
        to event: Event,
        _ except: ObjectIdentifier?,
        _ budget: DeltaBudget
    ) -> DeltaBases.Step? {
        guard let limits = readers.first?.subscriber.state.application.limits,
            var message = try? Message(parsing: Array(Frame.payload(of: event.frame)))
        else { return nil }
        message.extras = event.extras
        return bases.advance(to: message, except: except, serial: event.serial, limits: limits, budget: budget)
    }

    /// The last event of a key for a subscriber that cannot apply its delta; from now on it has none of the events.
    mutating func resynchronize(_ subscriber: Subscriber, _ key: DeltaKey) -> Message? {
        guard let place = places[ObjectIdentifier(subscriber)] else { return nil }
        let base = bases.base(of: key).flatMap { readers[place].has($0) ? $0 : nil }
        readers[place].since = bases.sequence
        return base?.message
    }
}

extension DeliveryOptions {
    /// Whether the filter lets an event through.
    func admits(_ extras: EventExtras) -> Bool { filter?.matches(extras.tags) ?? true }
}
