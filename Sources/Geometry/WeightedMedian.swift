/// The weighted median of a few values; allocates memory only once.
package struct WeightedMedian: Sendable {
    private var values: [(value: Double, weight: Double)] = []
    /// The sum of the weights.
    package private(set) var weight = 0.0
    /// The number of values.
    package var count: Int { values.count }

    package init(capacity: Int) { values.reserveCapacity(capacity) }

    package mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        weight = 0
    }

    package mutating func add(_ value: Double, weight: Double) {
        values.append((value, weight))
        self.weight += weight
    }

    /// Adds another's values with a share of their weights.
    package mutating func add(_ other: WeightedMedian, weight share: Double) {
        guard share > 0 else { return }
        for (value, weight) in other.values { add(value, weight: share * weight) }
    }

    /// The value with no more than half of the weight on either side; nil if there are none.
    package var median: Double? { value(above: 0.5) }

    /// The value with no more than a share of the weight below it, and no more than the rest above; nil if there are
    /// none.
    package func value(above share: Double) -> Double? {
        // Sums of the same weights differ by the order of their addition.
        let rounding = 1e-12 * weight
        for candidate in values {
            var below = 0.0
            var above = 0.0
            for other in values {
                below += other.value < candidate.value ? other.weight : 0
                above += other.value > candidate.value ? other.weight : 0
            }
            if below <= weight * share + rounding, above <= weight * (1 - share) + rounding { return candidate.value }
        }
        return nil
    }
}
