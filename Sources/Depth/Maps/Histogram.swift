/// How many values fell into each of a row of bins.
struct Histogram {
    private var counts: [Int]
    /// How many values there are.
    private(set) var total = 0

    init(bins: Int) { counts = [Int](repeating: 0, count: bins) }

    /// Adds a value; one beyond the last bin counts there.
    mutating func add(bin: Int) {
        counts[min(bin, counts.count - 1)] += 1
        total += 1
    }

    /// The bin at which the given part of the values is passed, half of them for two parts; nil without values.
    func bin(ofOneIn parts: Int) -> Int? {
        var rest = total / parts
        return counts.firstIndex { count in
            rest -= count
            return rest < 0
        }
    }
}
