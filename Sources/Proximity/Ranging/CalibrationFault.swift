/// Why a calibration cannot be trusted.
public enum CalibrationFault: Hashable, Sendable, CustomStringConvertible {
    /// Too few packets in the time.
    case tooFewPackets(heard: Int, needed: Int)
    /// The strengths differ too much: somebody moves, or the beacon is not where it should be.
    ///
    /// Holds the spread, whole dB.
    case unsteady(spread: Int)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .tooFewPackets(let heard, let needed):
            "only \(heard) of \(needed) packets were heard; bring the receiver nearer or wait longer, then calibrate again"
        case .unsteady(let spread):
            "the strength varied by \(spread) dB; put the beacon at 1 m in free sight, stand aside, then calibrate again"
        }
    }
}
