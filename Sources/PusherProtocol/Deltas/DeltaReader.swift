/// A client's memory of one channel's events with marks, from which it rebuilds those that come as deltas.
struct DeltaReader: Sendable {
    /// What became of a delta.
    enum Outcome: Equatable {
        /// The event.
        case event(Message)
        /// Its base is not here, or another one: the event with this key must be requested whole.
        case request(DeltaKey)
        /// It is lost, and its key has been requested already.
        case ignore
    }

    private struct Base {
        var text: [UInt8]
        var sequence: Int64
    }

    /// How many keys are kept; above the server's own limit, so that only a faulty server exceeds it.
    static let mostKeys = 256
    /// The longest text, bytes; a longer one is refused before it is made.
    static let longestText = 1 << 20

    private var bases: [DeltaKey: Base] = [:]
    /// The keys that have been requested whole.
    private var requested: Set<DeltaKey> = []

    /// Remembers a whole event with a mark.
    mutating func keep(_ message: Message, _ mark: DeltaMark) {
        let key = DeltaKey(event: message.event, conflationKey: mark.conflationKey)
        guard let text = message.deltaText, text.count <= Self.longestText else { return }
        keep(text, mark.sequence, key)
    }

    /// Rebuilds the event of a delta; nil if the message is none.
    mutating func take(_ message: Message) -> Outcome? {
        guard let data = message.data?.unwrapped, let event = data["event"]?.string,
            let delta = data["delta"]?.string, let sequence = data["seq"]?.integer,
            let baseSequence = data["base_seq"]?.integer
        else { return nil }
        let key = DeltaKey(event: event, conflationKey: data["conflation_key"]?.string)
        guard let base = bases[key], base.sequence == baseSequence, let bytes = Base64.decode(delta),
            let text = try? FossilDelta.apply(bytes, to: base.text, limit: Self.longestText),
            String(validating: text, as: UTF8.self) != nil
        else {
            bases[key] = nil
            guard requested.count < Self.mostKeys else { return .ignore }
            return requested.insert(key).inserted ? .request(key) : .ignore
        }
        keep(text, sequence, key)
        var rebuilt = message
        rebuilt.event = event
        rebuilt.data = JSONText(utf8: text)
        return .event(rebuilt)
    }

    private mutating func keep(_ text: [UInt8], _ sequence: Int64, _ key: DeltaKey) {
        requested.remove(key)
        bases[key] = Base(text: text, sequence: sequence)
        guard bases.count > Self.mostKeys, let oldest = bases.min(by: { $0.value.sequence < $1.value.sequence }) else {
            return
        }
        bases[oldest.key] = nil
    }
}
