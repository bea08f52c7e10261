/// Counts events within one second after the first of them.
struct RateWindow: Sendable, Equatable {
    private var start: Int64 = .min
    private var count: Int32 = 0

    /// Whether one more event at this time, milliseconds, keeps within the limit a second; 0 is no limit.
    mutating func admits(at milliseconds: Int64, limit: Int) -> Bool {
        guard limit > 0 else { return true }
        if start == .min || milliseconds - start >= 1000 {
            start = milliseconds
            count = 0
        }
        guard count < limit else { return false }
        count += 1
        return true
    }
}
