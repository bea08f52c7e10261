/// An allowance that fills with time and is used up by what happens (token bucket).
struct TokenBucket: Sendable {
    private let rate: Rate
    /// What is left, below zero after an amount that was too large.
    private var level: Double
    /// When `level` was right, seconds.
    private var time: Double

    /// A full bucket.
    init(_ rate: Rate, at now: Double) {
        self.rate = rate
        level = rate.burst
        time = now
    }

    /// Takes an amount if anything is left.
    ///
    /// An amount that is larger than what is left makes a debt, so that one of any size can be taken.
    /// - Returns: 0 if it was taken, else the seconds until something is left again.
    mutating func take(_ amount: Double = 1, at now: Double) -> Double {
        fill(at: now)
        guard level < min(1, amount) else {
            level -= amount
            return 0
        }
        return (min(1, amount) - level) / rate.perSecond
    }

    /// Whether nothing was taken that has not come back since.
    mutating func isFull(at now: Double) -> Bool {
        fill(at: now)
        return level >= rate.burst
    }

    private mutating func fill(at now: Double) {
        level = min(rate.burst, level + max(0, now - time) * rate.perSecond)
        time = max(time, now)
    }
}
