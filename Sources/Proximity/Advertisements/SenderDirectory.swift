/// Groups the frames of a radio address: identity, web address and state of one beacon.
///
/// Its memory is bounded: addresses may be random ones that change, and anybody can send under many.
public struct SenderDirectory: Sendable {
    /// The most addresses that are known at a time; beyond it those that were received longest ago are forgotten.
    public static let mostSenders = 2_000
    /// Silence of an address after which it is forgotten, s: addresses that change do so every 15 minutes.
    public static let silenceSeconds = 60.0

    private struct Entry {
        var details: SenderDetails
        var hasNews = false
        var lastReceived: Int64
    }

    private var entries: [UInt64: Entry] = [:]

    /// Creates a directory without addresses.
    public init() {}

    /// How many addresses are known.
    public var count: Int { entries.count }

    /// Processes a sighting; without its sender's address it changes nothing.
    public mutating func receive(_ sighting: BeaconSighting) {
        guard let sender = sighting.sender else { return }
        if entries[sender] == nil, entries.count >= Self.mostSenders { forgetOldest() }
        let time = sighting.nanoseconds
        let new = SenderDetails(sender: sender, rssi: sighting.rssi, nanoseconds: time)
        var entry = entries[sender] ?? Entry(details: new, lastReceived: time)
        entry.lastReceived = time
        switch sighting.frame {
        case .eddystoneURL(let frame): entry.details.webAddress = frame.address
        case .eddystoneTelemetry(let frame): entry.details.telemetry = frame
        case .iBeacon, .altBeacon, .eddystoneUID:
            entry.details.identity = sighting.frame.identity
            entries[sender] = entry
            return
        }
        (entry.details.rssi, entry.details.nanoseconds, entry.hasNews) = (sighting.rssi, time, true)
        entries[sender] = entry
    }

    /// What has come since the last call, newest first; forgets addresses that have been silent.
    public mutating func takeNews(at nanoseconds: Int64) -> [SenderDetails] {
        let oldest = nanoseconds - Int64(Self.silenceSeconds * 1e9)
        entries = entries.filter { $0.value.lastReceived >= oldest }
        let news = entries.values.filter(\.hasNews).map(\.details)
        for each in news { entries[each.sender]?.hasNews = false }
        return news.sorted { ($1.nanoseconds, $0.sender) < ($0.nanoseconds, $1.sender) }
    }

    /// Makes room, a quarter at a time, so that a flood of addresses costs little each.
    private mutating func forgetOldest() {
        let order = entries.sorted { ($0.value.lastReceived, $0.key) < ($1.value.lastReceived, $1.key) }
        for (sender, _) in order.prefix(Self.mostSenders / 4) { entries[sender] = nil }
    }
}
