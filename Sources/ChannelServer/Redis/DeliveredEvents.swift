/// The number of the last kept event that each channel's subscribers in this process were sent.
///
/// Redis numbers the events of a channel and publishes them once. Those that come while this process is not connected
/// are missed; it asks for them when it is back. Until the answer, numbered events of the channel are held back, since
/// the answer has them too.
///
/// A value; its owner guards it with a lock. Keys are `APPLICATION/CHANNEL`.
struct DeliveredEvents {
    private struct Position {
        /// Nil if the first subscriber came while Redis was away.
        var serial: Int64?
        /// The request for missed events that is not answered.
        var request: UInt64?
    }

    /// A request for what a channel's subscribers have missed.
    struct Request {
        let key: String
        /// The number of the last event they were sent; nil if they came while Redis was away.
        let serial: Int64?
    }

    private var positions: [String: Position] = [:]
    /// Whether the stream was broken and nothing was asked since.
    private var isBroken = false

    /// A channel has a subscriber, who needs no event up to a number; nil if Redis is away.
    mutating func open(_ key: String, servedTo serial: Int64?) {
        guard let position = positions[key] else {
            positions[key] = Position(serial: serial)
            return
        }
        if let serial, position.request == nil { positions[key]?.serial = max(serial, position.serial ?? serial) }
    }

    /// A channel has no subscribers.
    mutating func close(_ key: String) { positions[key] = nil }

    /// The stream is broken: events may be missed from now on.
    mutating func breakOff() { isBroken = true }

    /// What to ask Redis for under a ticket, now that the stream stands again.
    mutating func requests(_ ticket: UInt64) -> [Request] {
        isBroken = false
        for key in positions.keys { positions[key]?.request = ticket }
        return positions.map { Request(key: $0.key, serial: $0.value.serial) }
    }

    /// Whether the subscribers need an event that came in the stream; it then counts as sent to them.
    mutating func admit(_ key: String, _ serial: Int64) -> Bool {
        guard let position = positions[key] else { return !isBroken }
        guard !isBroken, position.request == nil, serial > position.serial ?? .min else { return false }
        positions[key]?.serial = serial
        return true
    }

    /// The events that the subscribers have missed, by Redis's answer, in order; they then count as sent.
    mutating func take(_ missed: MissedEvents) -> [[UInt8]] {
        guard let position = positions[missed.key], position.request == missed.ticket else { return [] }
        positions[missed.key] = Position(serial: missed.serial)
        // Subscribers who came during the outage need what was published meanwhile.
        return position.serial == nil ? missed.lateEvents : missed.events
    }
}
