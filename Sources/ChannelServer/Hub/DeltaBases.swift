import PusherProtocol

/// What all channels of an event loop may spend on deltas.
final class DeltaBudget {
    /// How much is compared per second and event loop, bytes; by hand.
    ///
    /// What exceeds it goes whole, so that large events cannot take an event loop. A state of 10 kB takes some 20 µs.
    static let bytesPerSecond = 32 << 20
    /// How much is kept to make deltas of on an event loop, bytes.
    static let mostBytes = 16 << 20

    private var spent = RateWindow()
    private(set) var bytes = 0

    /// Whether the limit per second allows this many bytes to be compared now.
    func admits(comparing bytes: Int, milliseconds: Int64) -> Bool {
        spent.wait(after: bytes, at: milliseconds, limit: Self.bytesPerSecond) == 0
    }

    /// Counts bytes that are kept from now on; returns false, and counts nothing, if they exceed the limit.
    func reserve(_ count: Int) -> Bool {
        guard bytes + count <= Self.mostBytes else { return false }
        bytes += count
        return true
    }

    /// Bytes are no longer kept.
    func release(_ count: Int) { bytes -= count }
}

/// The last event of each name and conflation key on a channel, of which the next one is made a delta.
///
/// Shared by all of a channel's subscribers on an event loop, so each delta is made once. Confined to its event loop.
struct DeltaBases {
    /// An event that was sent, and who received it.
    struct Base {
        let text: [UInt8]
        /// The event as it was sent.
        let message: Message
        let sequence: Int64
        /// The connection that did not receive it.
        let except: ObjectIdentifier?
        /// Its number, on channels that keep events.
        let serial: Int64?
    }

    /// An event on its way, marked, and the one before it, if that is kept.
    struct Step {
        let current: Base
        let mark: DeltaMark
        let previous: Base?
    }

    private var bases: [DeltaKey: Base] = [:]
    private var bytes = 0
    /// The number of the last event.
    private(set) var sequence: Int64 = 0

    /// What is kept for a key.
    func base(of key: DeltaKey) -> Base? { bases[key] }

    /// Keeps an event and returns the step to it; nil if no deltas are made of it.
    mutating func advance(
        to message: Message,
        except: ObjectIdentifier?,
        serial: Int64?,
        limits: Limits,
        budget: DeltaBudget
    ) -> Step? {
        let key = DeltaKey(event: message.event, conflationKey: message.extras.conflationKey)
        let previous = bases[key]
        guard let text = message.deltaText, (limits.deltaShortest...limits.deltaBytes).contains(text.count) else {
            remove(key, budget)
            return nil
        }
        remove(key, budget)
        guard budget.reserve(text.count) else { return nil }
        sequence += 1
        var message = message
        if message.data?.kind != .string { message.data = JSONText(string: String(decoding: text, as: UTF8.self)) }
        let base = Base(text: text, message: message, sequence: sequence, except: except, serial: serial)
        bases[key] = base
        bytes += text.count
        while bases.count > limits.deltaKeys || bytes > limits.deltaBytes {
            guard let oldest = bases.min(by: { $0.value.sequence < $1.value.sequence })?.key else { break }
            remove(oldest, budget)
        }
        let mark = DeltaMark(sequence: sequence, conflationKey: key.conflationKey)
        return Step(current: base, mark: mark, previous: previous)
    }

    /// Forgets everything; numbers go on.
    mutating func removeAll(_ budget: DeltaBudget) {
        budget.release(bytes)
        bytes = 0
        bases = [:]
    }

    private mutating func remove(_ key: DeltaKey, _ budget: DeltaBudget) {
        guard let base = bases.removeValue(forKey: key) else { return }
        bytes -= base.text.count
        budget.release(base.text.count)
    }
}

extension DeltaBases.Step {
    /// The event as it is sent to subscribers without the previous one.
    var whole: Message {
        var message = current.message
        message.mark = mark
        return message
    }

    /// The event as the delta of the previous one; nil if that is missing or the delta is hardly shorter.
    func delta(_ budget: DeltaBudget, milliseconds: Int64) -> Message? {
        guard let previous,
            budget.admits(comparing: previous.text.count + current.text.count, milliseconds: milliseconds)
        else { return nil }
        let delta = FossilDelta.encode(current.text, from: previous.text)
        // Base64 makes three bytes four.
        guard delta.count * 4 / 3 < current.text.count * 9 / 10 else { return nil }
        return current.message.delta(delta, of: previous.sequence, mark)
    }
}
