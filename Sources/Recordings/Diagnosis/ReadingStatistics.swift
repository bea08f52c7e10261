import Geometry

/// The plausibility of one inertial sensor's values.
struct ReadingStatistics: Equatable {
    /// The longest time in which no axis changed, seconds.
    let frozenSeconds: Double
    /// The number of readings in that time.
    let frozenCount: Int
    /// The axis (0…2) whose largest value was held over consecutive readings; nil if there is none.
    let clippedAxis: Int?
    /// That value.
    let clippedValue: Double
    /// The number of readings with it.
    let clippedCount: Int
    /// The median length of the vectors.
    let medianLength: Double

    /// A sensor at its limit gives the same extreme value at least this often in a row while another axis changes.
    static let fewestClipped = 3

    init(_ readings: RawTimeline.Readings) {
        let (stamps, values) = (readings.stamps, readings.values)
        let lengths = values.map { ($0.x * $0.x + $0.y * $0.y + $0.z * $0.z).squareRoot() }.sorted()
        medianLength = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
        var (start, longest, most) = (0, 0.0, 0)
        for index in values.indices {
            if index > 0, values[index] != values[index - 1] { start = index }
            let seconds = Double(stamps[index] - stamps[start]) * 1e-9
            if seconds > longest { (longest, most) = (seconds, index - start + 1) }
        }
        (frozenSeconds, frozenCount) = (longest, most)
        let clipped = (0..<3).map { axis in Self.clipping(values, axis: axis) }
        let worst = clipped.indices.max { clipped[$0].count < clipped[$1].count } ?? 0
        let isClipped = clipped[worst].count >= Self.fewestClipped
        (clippedAxis, clippedValue) = isClipped ? (worst, clipped[worst].value) : (nil, 0)
        clippedCount = isClipped ? clipped[worst].count : 0
    }

    /// The largest value of an axis, and how many readings in runs have it while the other axes change.
    private static func clipping(_ values: [Vector3], axis: Int) -> (value: Double, count: Int) {
        func component(_ value: Vector3) -> Double { [value.x, value.y, value.z][axis] }
        let largest = values.map { abs(component($0)) }.max() ?? 0
        guard largest > 0 else { return (0, 0) }
        var (run, count, signed) = (0, 0, largest)
        for index in values.indices {
            let value = component(values[index])
            let isAtLimit = abs(value) == largest
            let isSame = index > 0 && values[index] == values[index - 1]
            run = isAtLimit && !isSame ? run + 1 : 0
            if isAtLimit { signed = value }
            if run == fewestClipped { count += fewestClipped } else if run > fewestClipped { count += 1 }
        }
        return (signed, count)
    }
}
