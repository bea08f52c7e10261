import PusherProtocol

/// The events that channels keep: the last one of a cache channel, the last few of one with a history.
///
/// A value; its owner guards it with a lock. Times are milliseconds of a monotonic clock.
struct EventStore {
    struct Kept {
        var serial: Int64 = 0
        var events: [(message: Message, serial: Int64, expires: Int64)] = []
        /// The position of each user who left the channel, and the time until which it is stored.
        var left: [String: (serial: Int64, expires: Int64)] = [:]
    }

    /// An event among all, in the order they came.
    private struct Entry {
        let key: String
        let serial: Int64
        let bytes: Int
    }

    /// The maximum size of all channels' events together, bytes.
    static let mostBytes = 64 << 20
    /// The size of an event besides its name and data, bytes.
    private static let overhead = 256

    /// A new store is a new history.
    let epoch: String
    private let mostBytes: Int
    private var channels: [String: Kept] = [:]
    private var nextSweep: Int64 = 0
    /// The oldest first; those before `firstEntry` are gone.
    private var entries: [Entry] = []
    private var firstEntry = 0
    /// What the entries take, bytes.
    private(set) var bytes = 0
    /// Removed channels had no larger number than this; recreated ones continue from here.
    private var forgottenSerial: Int64 = 0

    /// A store that keeps at most `mostBytes` of events.
    init(epoch: String, mostBytes: Int = EventStore.mostBytes) {
        self.epoch = epoch
        self.mostBytes = mostBytes
    }

    /// Stores an event and returns it in its form for subscribers, with its number.
    mutating func keep(_ publication: Publication, key: String, milliseconds: Int64) -> (Message, Int64) {
        sweep(milliseconds)
        var kept = channels[key] ?? Kept(serial: forgottenSerial)
        kept.serial += 1
        var message = publication.message
        let rule = publication.application.historyRule(for: publication.channel)
        if rule != nil { message.position = HistoryPosition(epoch: epoch, serial: kept.serial) }
        let seconds = rule?.seconds ?? publication.application.limits.cacheSeconds
        kept.events.append((message, kept.serial, milliseconds + Int64(seconds) * 1000))
        if kept.events.count > (rule?.events ?? 1) { kept.events.removeFirst() }
        channels[key] = kept
        let size = Self.overhead + message.event.utf8.count + (message.data?.bytes.count ?? 0)
        entries.append(Entry(key: key, serial: kept.serial, bytes: size))
        bytes += size
        while bytes > mostBytes { removeOldest() }
        return (message, kept.serial)
    }

    /// The stored events that have not expired.
    func live(_ key: String, milliseconds: Int64) -> [(message: Message, serial: Int64, expires: Int64)] {
        channels[key]?.events.filter { $0.expires > milliseconds } ?? []
    }

    /// Adds the stored events for the new subscriber to a join's outcome.
    mutating func serve(_ join: Join, key: String, milliseconds: Int64, outcome: inout JoinOutcome) {
        let kept = channels[key]
        let left = join.returningUser.flatMap { kept?.left[$0] }.flatMap { $0.expires > milliseconds ? $0.serial : nil }
        let history = ChannelHistory(
            epoch: epoch,
            serial: kept?.serial ?? forgottenSerial,
            events: live(key, milliseconds: milliseconds).map { ($0.message, $0.serial) },
            left: left
        )
        history.serve(join, outcome: &outcome)
        if let user = join.returningUser { channels[key]?.left[user] = nil }
    }

    /// Stores the position of a leaving user.
    mutating func left(_ leave: Leave, key: String, milliseconds: Int64) {
        guard let user = leave.returningUser, let rule = leave.application.historyRule(for: leave.subscription.channel)
        else { return }
        channels[key, default: Kept(serial: forgottenSerial)].left[user] = (
            channels[key]?.serial ?? forgottenSerial, milliseconds + Int64(rule.seconds) * 1000
        )
    }

    /// Removes expired events, at most every ten seconds.
    private mutating func sweep(_ milliseconds: Int64) {
        guard milliseconds >= nextSweep else { return }
        nextSweep = milliseconds + 10_000
        channels = channels.compactMapValues { kept in
            var kept = kept
            kept.events.removeAll { $0.expires <= milliseconds }
            kept.left = kept.left.filter { $0.value.expires > milliseconds }
            guard kept.events.isEmpty, kept.left.isEmpty else { return kept }
            forgottenSerial = max(forgottenSerial, kept.serial)
            return nil
        }
        entries = entries[firstEntry...].filter { entry in
            channels[entry.key]?.events.first.map { $0.serial <= entry.serial } ?? false
        }
        firstEntry = 0
        bytes = entries.reduce(0) { $0 + $1.bytes }
    }

    /// Removes the oldest event of all, unless its channel has removed it already.
    private mutating func removeOldest() {
        let entry = entries[firstEntry]
        firstEntry += 1
        bytes -= entry.bytes
        if channels[entry.key]?.events.first?.serial == entry.serial { channels[entry.key]?.events.removeFirst() }
        if firstEntry > 1_024, firstEntry * 2 > entries.count {
            entries.removeFirst(firstEntry)
            firstEntry = 0
        }
    }
}
