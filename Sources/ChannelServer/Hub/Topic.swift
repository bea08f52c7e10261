import NIOCore

/// A channel's subscribers on one event loop, and what waits to be written to all of them.
///
/// Frames published within one turn of the loop gather in one buffer, which every subscriber's socket then gets whole:
/// one write a subscriber, however many events.
final class Topic {
    /// A subscriber that shall not get part of what waits.
    struct Exclusion {
        let subscriber: ObjectIdentifier
        let range: Range<Int>
    }

    let key: String
    private(set) var subscribers: [Subscriber] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var waiting = ByteBuffer()
    private var exclusions: [Exclusion] = []
    /// Subscribers that got older events when they joined: numbers up to theirs are not for them.
    private var served: [(subscriber: ObjectIdentifier, serial: Int64)] = []
    /// How many subscribers have other subscriptions too, so that order between channels matters to them.
    var crossing = 0
    var isDirty = false

    init(key: String) {
        self.key = key
    }

    var isEmpty: Bool { subscribers.isEmpty }
    var waitingBytes: Int { waiting.readableBytes }

    func add(_ subscriber: Subscriber, servedTo serial: Int64?) {
        let identifier = ObjectIdentifier(subscriber)
        guard places[identifier] == nil else { return }
        places[identifier] = subscribers.count
        subscribers.append(subscriber)
        if let serial { served.append((identifier, serial)) }
    }

    func remove(_ subscriber: Subscriber) {
        let identifier = ObjectIdentifier(subscriber)
        guard let place = places.removeValue(forKey: identifier) else { return }
        let last = subscribers.removeLast()
        if last !== subscriber {
            subscribers[place] = last
            places[ObjectIdentifier(last)] = place
        }
        served.removeAll { $0.subscriber == identifier }
        exclusions.removeAll { $0.subscriber == identifier }
    }

    /// Puts a frame behind those that wait.
    func append(_ frame: ByteBuffer, except: Subscriber?, serial: Int64?) {
        let start = waiting.writerIndex
        waiting.writeImmutableBuffer(frame)
        let range = start..<waiting.writerIndex
        if let except, places[ObjectIdentifier(except)] != nil {
            exclusions.append(Exclusion(subscriber: ObjectIdentifier(except), range: range))
        }
        guard let serial, !served.isEmpty else { return }
        for (subscriber, seen) in served where seen >= serial {
            exclusions.append(Exclusion(subscriber: subscriber, range: range))
        }
        served.removeAll { $0.serial < serial }
    }

    /// Hands what waits to every subscriber's socket, unflushed.
    func spill(_ written: (Subscriber) -> Void) {
        isDirty = false
        guard waiting.readableBytes > 0 else { return }
        let whole = waiting
        // A new buffer: the sockets still hold the old one.
        waiting = ByteBufferAllocator().buffer(capacity: min(whole.readableBytes, 65_536))
        let exclusions = exclusions
        self.exclusions = []
        for subscriber in subscribers {
            let identifier = ObjectIdentifier(subscriber)
            if exclusions.isEmpty || !exclusions.contains(where: { $0.subscriber == identifier }) {
                subscriber.enqueue(whole)
                written(subscriber)
            } else {
                let excluded = exclusions.filter { $0.subscriber == identifier }.map(\.range)
                if enqueue(whole, without: excluded, to: subscriber) { written(subscriber) }
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
