/// A guided calibration of one beacon and receiver at 1 m: returns the power to expect there.
///
/// Turn the receiver slowly or move it by about 10 cm meanwhile: this averages the room's echoes.
public struct PowerCalibration: Sendable {
    /// How long it listens, s.
    public let seconds: Double
    /// The minimum number of packets.
    public let neededPackets: Int
    private var strengths: [Double] = []
    private var start: Int64?

    /// The progress of the calibration.
    public enum Progress: Hashable, Sendable {
        /// Waiting for the first packet.
        case waiting
        /// Listening; holds the completed share, 0 to 1.
        case listening(share: Double)
        /// Done: the power at 1 m and its standard error, dBm and dB.
        case done(power: Double, error: Double)
        /// The calibration is not reliable.
        case failed(CalibrationError)
    }

    /// Creates a calibration without packets.
    public init(seconds: Double = 20, neededPackets: Int = 20) {
        self.seconds = seconds
        self.neededPackets = neededPackets
    }

    /// Adds a packet's strength, dBm; 127 is ignored.
    public mutating func receive(rssi: Int, at nanoseconds: Int64) {
        guard rssi != 127 else { return }
        if start == nil { start = nanoseconds }
        if share(at: nanoseconds) <= 1 { strengths.append(Double(rssi)) }
    }

    /// The progress at a time.
    public func progress(at nanoseconds: Int64) -> Progress {
        guard start != nil else { return .waiting }
        let share = share(at: nanoseconds)
        return share < 1 ? .listening(share: share) : verdict
    }

    private func share(at nanoseconds: Int64) -> Double {
        Swift.max(0, Double(nanoseconds - (start ?? nanoseconds)) * 1e-9 / seconds)
    }

    private var verdict: Progress {
        guard strengths.count >= neededPackets else {
            return .failed(.tooFewPackets(received: strengths.count, needed: neededPackets))
        }
        let sorted = strengths.sorted()
        let dropped = sorted.count / 10
        let kept = sorted.dropFirst(dropped).dropLast(dropped)
        let mean = kept.reduce(0, +) / Double(kept.count)
        let variance = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(kept.count - 1)
        guard variance < 64 else { return .failed(.unsteady(spread: Int(variance.squareRoot().rounded()))) }
        return .done(power: mean, error: (variance / Double(kept.count)).squareRoot())
    }
}

/// Why a calibration is not reliable.
public enum CalibrationError: Hashable, Sendable, CustomStringConvertible {
    /// Too few packets in the time.
    case tooFewPackets(received: Int, needed: Int)
    /// The strengths differ too much: someone moves, or the beacon is not at 1 m.
    ///
    /// Holds their standard deviation, whole dB.
    case unsteady(spread: Int)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .tooFewPackets(let received, let needed):
            "only \(received) of \(needed) packets were received; move the receiver nearer or wait longer, then calibrate again"
        case .unsteady(let spread):
            "the strength varied by \(spread) dB; put the beacon at 1 m in free sight, stand aside and calibrate again"
        }
    }
}
