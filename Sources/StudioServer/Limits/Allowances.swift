import NIOConcurrencyHelpers

/// One allowance per key, such as an address or a member, in bounded memory.
final class Allowances: Sendable {
    private struct State {
        var buckets: [String: TokenBucket] = [:]
        /// The shared allowance of further keys.
        var shared: TokenBucket
    }

    private let rate: Rate
    private let most: Int
    private let state: NIOLockedValueBox<State>
    private let clock: @Sendable () -> Double

    /// Allowances of a rate for up to `most` keys; `clock` gives seconds.
    init(_ rate: Rate, most: Int, clock: @escaping @Sendable () -> Double = { Allowances.secondsSinceStart() }) {
        (self.rate, self.most, self.clock) = (rate, most, clock)
        state = NIOLockedValueBox(State(shared: TokenBucket(rate, at: clock())))
    }

    /// Consumes an amount; see `TokenBucket.take`.
    ///
    /// - Returns: 0 if it was consumed, else the seconds until the key has something left again.
    func take(_ amount: Double = 1, for key: String) -> Double {
        let now = clock()
        return state.withLockedValue { state in
            if state.buckets[key] == nil, state.buckets.count >= most {
                // A key with its full allowance need not be stored.
                for (key, bucket) in state.buckets {
                    var bucket = bucket
                    if bucket.isFull(at: now) { state.buckets[key] = nil }
                }
                guard state.buckets.count < most else { return state.shared.take(amount, at: now) }
            }
            return state.buckets[key, default: TokenBucket(rate, at: now)].take(amount, at: now)
        }
    }

    /// The number of stored keys.
    var count: Int { state.withLockedValue { $0.buckets.count } }

    private static let start = ContinuousClock.now

    private static func secondsSinceStart() -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
