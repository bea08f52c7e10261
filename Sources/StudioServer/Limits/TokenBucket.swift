/// An allowance that fills with time and that events consume (token bucket).
struct TokenBucket: Sendable {
    private let rate: Rate
    /// The remaining amount, below zero after an amount that was too large.
    private var level: Double
    /// The time of `level`, seconds.
    private var time: Double

    /// A full bucket.
    init(_ rate: Rate, at now: Double) {
        self.rate = rate
        level = rate.burst
        time = now
    }

    /// Consumes an amount if anything is left.
    ///
    /// An amount larger than the rest creates a debt, so that one of any size can be consumed.
    /// - Returns: 0 if it was consumed, else the seconds until something is left again.
    mutating func take(_ amount: Double = 1, at now: Double) -> Double {
        fill(at: now)
        guard level < min(1, amount) else {
            level -= amount
            return 0
        }
        return (min(1, amount) - level) / rate.perSecond
    }

    /// Whether the bucket is full again.
    mutating func isFull(at now: Double) -> Bool {
        fill(at: now)
        return level >= rate.burst
    }

    private mutating func fill(at now: Double) {
        level = min(rate.burst, level + max(0, now - time) * rate.perSecond)
        time = max(time, now)
    }
}
