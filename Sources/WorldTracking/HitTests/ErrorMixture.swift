import Geometry

/// The errors that a guess may have, each with its probability.
///
/// Most guesses are right to a few millimetres or wrong by metres, which no single normal distribution describes: the
/// variance would be ruled by the rare large errors and say nothing of the others, or by the small ones and say nothing
/// of the rest. So the standard deviation is the least one that holds the two shares of a normal distribution.
struct ErrorMixture {
    /// The shares that one and two standard deviations of a normal distribution hold.
    private static let shares = (one: 0.6827, two: 0.9545)

    private var errors: [(size: Double, weight: Double)] = []

    /// Adds an error of either sign with a weight of any unit; the weights need not sum to 1.
    mutating func add(_ error: Double, weight: Double) {
        if weight > 0 { errors.append((abs(error), weight)) }
    }

    /// Adds the errors of another mixture with their weights.
    mutating func add(_ other: ErrorMixture) { errors += other.errors }

    /// The sum of the weights.
    var weight: Double { errors.reduce(0) { $0 + $1.weight } }

    /// Makes the weights sum to a share.
    mutating func normalize(to share: Double) {
        let total = weight
        guard total > 0 else { return }
        for index in errors.indices { errors[index].weight *= share / total }
    }

    /// The least standard deviation of which one holds 68 % of the errors and two hold 95 %; 0 if there are none.
    var sigma: Double {
        let sorted = errors.sorted(byKey: { $0.size })
        return max(Self.quantile(sorted, Self.shares.one), Self.quantile(sorted, Self.shares.two) / 2)
    }

    private static func quantile(_ sorted: [(size: Double, weight: Double)], _ share: Double) -> Double {
        let wanted = share * sorted.reduce(0) { $0 + $1.weight } * (1 - 1e-12)
        var sum = 0.0
        for error in sorted {
            sum += error.weight
            if sum >= wanted { return error.size }
        }
        return sorted.last?.size ?? 0
    }
}
