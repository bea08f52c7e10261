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

    /// The bin up to which one in so many of the values lies, 2 for the median; nil without values.
    func bin(ofOneIn parts: Int) -> Int? {
        var rest = total / parts
        return counts.firstIndex { count in
            rest -= count
            return rest < 0
        }
    }
}
