/// The packets of a survey, gathered in squares of the floor: each becomes one sample of a receiver.
struct SurveySquares {
    /// The side of a square of floor, m.
    private static let side = 0.5

    private struct Square: Hashable {
        let receiver: String
        let corner: SIMD2<Double>
    }

    private struct Sum {
        var position = SIMD2<Double>.zero
        var level = 0.0
        var count = 0
    }

    private var sums: [Square: Sum] = [:]

    /// Adds a packet's level relative to the tag's power, dB, at a place of the plan, m.
    mutating func add(_ level: Double, by receiver: String, at position: SIMD2<Double>) {
        let square = Square(receiver: receiver, corner: (position / Self.side).rounded(.down))
        sums[square, default: Sum()].position += position
        sums[square, default: Sum()].level += level
        sums[square, default: Sum()].count += 1
    }

    /// The samples, in a fixed order.
    func samples(on floor: String?) -> [SurveySample] {
        sums.map { square, sum in
            SurveySample(
                receiver: square.receiver,
                position: sum.position / Double(sum.count),
                floor: floor,
                level: sum.level / Double(sum.count),
                count: sum.count
            )
        }.sorted { ($0.receiver, $0.position.x, $0.position.y) < ($1.receiver, $1.position.x, $1.position.y) }
    }
}
