/// Counts events within one second after the first one.
public struct RateWindow: Sendable, Equatable {
    private var start: Int64 = .min
    private var count = 0

    /// A window without events.
    public init() {}

    /// Whether one more event at this time, milliseconds, is within the limit per second; 0 for no limit.
    public mutating func admits(at milliseconds: Int64, limit: Int) -> Bool {
        guard limit > 0 else { return true }
        advance(to: milliseconds)
        guard count < limit else { return false }
        count += 1
        return true
    }

    /// Counts an amount that has already come; returns how long the sender must pause, milliseconds.
    public mutating func wait(after amount: Int, at milliseconds: Int64, limit: Int) -> Int64 {
        guard limit > 0 else { return 0 }
        advance(to: milliseconds)
        count += amount
        return count > limit ? start + 1000 - milliseconds : 0
    }

    private mutating func advance(to milliseconds: Int64) {
        guard start == .min || milliseconds - start >= 1000 else { return }
        start = milliseconds
        count = 0
    }
}
