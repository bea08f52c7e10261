/// Errors of estimates, summed up.
struct Errors {
    private var values: [Double] = []
    private var covered = 0

    mutating func add(_ error: Double, sigma: Double = 0) {
        values.append(error)
        if error <= sigma { covered += 1 }
    }

    mutating func add(_ other: Errors) {
        values += other.values
        covered += other.covered
    }

    var count: Int { values.count }

    var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

    var p90: Double {
        guard !values.isEmpty else { return 0 }
        return values.sorted()[min(values.count * 9 / 10, values.count - 1)]
    }

    /// The share of errors within one sigma.
    var coverage: Double { values.isEmpty ? 0 : Double(covered) / Double(values.count) }
}

extension String {
    /// Filled with blanks up to a width.
    func padded(_ width: Int) -> String {
        count >= width ? self + " " : self + String(repeating: " ", count: width - count)
    }
}
