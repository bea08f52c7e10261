/// A running quantile of numbers, followed in small steps: up at each number above it, down at each below.
struct RunningQuantile: Equatable {
    /// The value; above zero.
    private(set) var value: Double
    private let share: Double
    struct Tuning: Equatable, Sendable {
        /// The relative change of the value by one number; its memory is about the inverse of this.
        ///
        /// Unit: 1. Range: 0.005…0.1. Origin: by hand.
        let step = 0.02
        /// The values that are possible.
        ///
        /// Unit: 1. Range: 0.01…100. Origin: by hand.
        let values = 0.1...20
    }

    static let tuning = Tuning()

    init(share: Double, start: Double) {
        self.share = share
        value = start
    }

    /// Adds a number.
    mutating func record(_ number: Double) {
        value *= number > value ? 1 + Self.tuning.step * share : 1 - Self.tuning.step * (1 - share)
        value = min(max(value, Self.tuning.values.lowerBound), Self.tuning.values.upperBound)
    }
}
