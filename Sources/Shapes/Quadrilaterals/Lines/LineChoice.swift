import Geometry

/// The lines of an image that are tried as sides: all of them would cost too much.
enum LineChoice {
    /// The lines with the longest edges.
    case heaviest
    /// Most of the heaviest, and the clearest of the others: the short sides of a sheet in the grain of a table.
    case heaviestAndClearest
    /// The lines with the densest stretch of edge of either sign: the sides of a sheet on a background of varying
    /// brightness, which breaks its edges into short pieces.
    case densest

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Number of lines that are chosen.
        ///
        /// Unit: lines. Range: 24…128. Origin: by hand.
        var count = 64
        /// Number of the clearest lines that are always among them.
        ///
        /// Unit: lines. Range: 8…64. Origin: by hand.
        var clearCount = 24
    }

    private static let tuning = Tuning()

    /// The indices of the chosen lines, which are sorted by weight; `densities` is called only for `densest`.
    func order(of lines: [LineSegment], densities: () -> [Float]) -> [Int] {
        let order = lines.indices
        switch self {
        case .heaviest: return Array(order.prefix(Self.tuning.count))
        case .heaviestAndClearest:
            let heavy = order.prefix(Self.tuning.count - Self.tuning.clearCount)
            let clear = order.dropFirst(heavy.count).sorted(byKey: { -Double(lines[$0].clearWeight) })
            return Array(heavy) + Array(clear.prefix(Self.tuning.clearCount))
        case .densest:
            let densities = densities()
            return Array(order.sorted(byKey: { -Double(densities[$0]) }).prefix(Self.tuning.count))
        }
    }
}
