import PusherProtocol

/// Events of channels that keep them, published while Redis was away, in the order they were published.
///
/// They are sent to Redis when it is back. A channel keeps as many as its history holds, and all together are limited.
struct LateEvents {
    private struct Entry {
        let publication: Publication
        let milliseconds: Int64
        let bytes: Int
    }

    /// What all events together may take, bytes: a quarter of what `EventStore` may keep.
    static let mostBytes = EventStore.mostBytes / 4
    /// What an event takes besides its name and data, bytes.
    private static let overhead = 512

    private let mostBytes: Int
    private var entries: [Entry] = []
    /// Entries before this one are gone.
    private var firstEntry = 0
    private var bytes = 0

    /// An empty queue that keeps at most `mostBytes`.
    init(mostBytes: Int = LateEvents.mostBytes) { self.mostBytes = mostBytes }

    /// Whether nothing waits.
    var isEmpty: Bool { firstEntry == entries.count }

    /// Adds an event behind those that wait; the oldest of all go if they take too much.
    mutating func append(_ publication: Publication, milliseconds: Int64) {
        let message = publication.message
        let size = Self.overhead + message.event.utf8.count + (message.data?.bytes.count ?? 0)
        entries.append(Entry(publication: publication, milliseconds: milliseconds, bytes: size))
        bytes += size
        while bytes > mostBytes, firstEntry < entries.count {
            bytes -= entries[firstEntry].bytes
            firstEntry += 1
        }
        guard firstEntry > 1_024, firstEntry * 2 > entries.count else { return }
        entries.removeFirst(firstEntry)
        firstEntry = 0
    }

    /// The events that their channels would still hold, marked late, in order.
    func due(milliseconds: Int64) -> [Publication] {
        var counts: [String: Int] = [:]
        var due: [Publication] = []
        for entry in entries[firstEntry...].reversed() {
            let publication = entry.publication
            let rule = publication.application.historyRule(for: publication.channel)
            let seconds = rule?.seconds ?? publication.application.limits.cacheSeconds
            let key = publication.application.id + "/" + publication.channel.text
            guard counts[key, default: 0] < rule?.events ?? 1,
                entry.milliseconds + Int64(seconds) * 1000 > milliseconds
            else { continue }
            counts[key, default: 0] += 1
            due.append(publication.late)
        }
        return due.reversed()
    }

    /// Forgets everything, since Redis has it.
    mutating func removeAll() { self = LateEvents(mostBytes: mostBytes) }
}

extension Publication {
    /// The same event, marked as one that comes after Redis was away.
    fileprivate var late: Publication {
        var message = message
        message.isLate = true
        return Publication(application: application, channel: channel, message: message, except: except)
    }
}
