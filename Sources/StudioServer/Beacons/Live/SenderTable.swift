import Proximity

/// What senders near a venue's receivers say of themselves; bounded, since anybody can send under many addresses.
struct SenderTable {
    /// The most senders that are kept.
    static let most = 500
    /// The most senders without an identity that are published.
    static let mostPublished = 40
    /// Silence after which a sender is forgotten, ns.
    private static let silence: Int64 = 60_000_000_000
    /// A receiver that receives a sender more weakly takes over after this silence of the other, ns.
    private static let handover: Int64 = 5_000_000_000

    private struct Entry {
        var details: SenderDetails
        var receiver: String
    }

    private var entries: [UInt64: Entry] = [:]

    /// How many senders are kept.
    var count: Int { entries.count }

    /// Takes what a receiver reports.
    mutating func take(_ details: [SenderDetails], by receiver: String) {
        for new in details {
            guard let old = entries[new.sender] else {
                if entries.count >= Self.most { forgetOne() }
                entries[new.sender] = Entry(details: new, receiver: receiver)
                continue
            }
            var entry = old
            // A receiver that has just begun may not know yet what another does.
            entry.details.identity = new.identity ?? old.details.identity
            entry.details.webAddress = new.webAddress ?? old.details.webAddress
            entry.details.telemetry = new.telemetry ?? old.details.telemetry
            let isLate = new.nanoseconds - old.details.nanoseconds > Self.handover
            if receiver == old.receiver || isLate || new.rssi > old.details.rssi {
                entry.receiver = receiver
                (entry.details.rssi, entry.details.nanoseconds) = (new.rssi, new.nanoseconds)
            }
            entries[new.sender] = entry
        }
    }

    /// Forgets senders that have been silent.
    mutating func advance(to now: Int64) {
        entries = entries.filter { now - $0.value.details.nanoseconds <= Self.silence }
    }

    /// What beacons with an identity say of themselves.
    func byIdentity(at now: Int64) -> [BeaconIdentity: LiveDetails] {
        let named = entries.values.compactMap { entry in entry.details.identity.map { ($0, entry.details) } }
        let newest = Dictionary(named) { $0.nanoseconds > $1.nanoseconds ? $0 : $1 }
        return newest.mapValues { LiveDetails($0, at: now) }
    }

    /// The senders without an identity, strongest first.
    func unnamed(at now: Int64) -> [LiveSender] {
        entries.values.filter { $0.details.identity == nil }
            .sorted { ($1.details.rssi, $0.details.sender) < ($0.details.rssi, $1.details.sender) }
            .prefix(Self.mostPublished)
            .map { LiveSender($0.details, receiver: $0.receiver, at: now) }
    }

    /// Makes room for another: a sender without an identity first, and the one received longest ago.
    private mutating func forgetOne() {
        func rank(_ entry: Entry) -> (Int, Int64, UInt64) {
            (entry.details.identity == nil ? 0 : 1, entry.details.nanoseconds, entry.details.sender)
        }
        if let oldest = entries.min(by: { rank($0.value) < rank($1.value) }) { entries[oldest.key] = nil }
    }
}
