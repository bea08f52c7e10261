/// The value that a share of the latest numbers keeps to, followed in small steps: up a little at each number above it, down at each below.
struct RunningQuantile: Equatable {
    /// The value; above zero.
    private(set) var value: Double
    private let share: Double
    /// How much the value moves, relative to itself; it forgets in about as many numbers as this goes into one.
    private static let step = 0.02

    init(share: Double, start: Double) {
        self.share = share
        value = start
    }

    /// Takes up a number.
    mutating func record(_ number: Double) {
        value *= number > value ? 1 + Self.step * share : 1 - Self.step * (1 - share)
        value = min(max(value, 0.1), 20)
    }
}
