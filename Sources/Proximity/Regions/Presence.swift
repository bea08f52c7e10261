/// Whether one beacon is near by, from the packets heard of it: the hysteresis of region monitoring.
///
/// Time enters as an argument. A clock that is set back starts the silence anew, so that nobody is kept inside by a
/// wrong clock.
struct Presence: Sendable {
    private(set) var isNear = false
    private var lastHeard: Int64
    private var strength: Double
    private var recent: [Packet] = []
    private var leftAt: Int64?

    /// How far back packets are remembered before entry, ns.
    private static let memory: Int64 = 15_000_000_000

    private struct Packet: Sendable {
        var nanoseconds: Int64
        var rssi: Int
    }

    init(at nanoseconds: Int64) {
        lastHeard = nanoseconds
        strength = -100
    }

    /// Takes a packet; returns whether the beacon is near now.
    ///
    /// An unknown strength (127) counts as weak.
    mutating func hear(rssi: Int, at nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        let level = rssi == 127 ? -100 : rssi
        lastHeard = nanoseconds
        if isNear {
            strength += 0.2 * (Double(level) - strength)
            return true
        }
        let oldest = nanoseconds - Self.memory
        recent.removeAll { $0.nanoseconds < oldest || $0.nanoseconds > nanoseconds }
        recent.append(Packet(nanoseconds: nanoseconds, rssi: level))
        if isConvincing(at: nanoseconds, evidence: evidence) {
            isNear = true
            strength = Double(level)
            recent = []
        }
        return isNear
    }

    /// Lets time pass; returns whether the beacon is near still.
    mutating func advance(to nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        lastHeard = Swift.min(lastHeard, nanoseconds)
        let patience = strength < Double(evidence.strongRSSI) ? evidence.weakExitSeconds : evidence.exitSeconds
        if isNear, Double(nanoseconds - lastHeard) >= patience * 1e9 {
            isNear = false
            strength = -100
            leftAt = nanoseconds
        }
        return isNear
    }

    /// Whether nothing is left to remember.
    func isForgotten(at nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        !isNear && nanoseconds - lastHeard > Self.memory && !isRecovering(at: nanoseconds, evidence)
    }

    private func isRecovering(at nanoseconds: Int64, _ evidence: EntryEvidence) -> Bool {
        guard let leftAt else { return false }
        return (0..<evidence.recoverySeconds).contains(Double(nanoseconds - leftAt) * 1e-9)
    }

    private func isConvincing(at now: Int64, evidence: EntryEvidence) -> Bool {
        guard let last = recent.last else { return false }
        guard isRecovering(at: now, evidence) else {
            return last.rssi >= evidence.strongRSSI || isSteady(at: now, evidence)
        }
        let latest = recent.suffix(5)
        let mean = latest.reduce(0) { $0 + $1.rssi } / latest.count
        return last.rssi >= evidence.returnRSSI || (latest.count == 5 && mean >= evidence.strongRSSI)
    }

    /// Whether most of what the beacon sends comes through; how often it sends shows in the least gap.
    ///
    /// Sparse packets of a quick beacon look like those of a slow one, save that they come at odd times: a slow beacon
    /// must keep its beat.
    private func isSteady(at now: Int64, _ evidence: EntryEvidence) -> Bool {
        let gaps = zip(recent.dropFirst(), recent).map { Double($0.nanoseconds - $1.nanoseconds) * 1e-9 }
        guard let least = gaps.min() else { return false }
        if least >= 0.4 {
            let beat = gaps.suffix(4)
            return beat.count == 4 && beat.allSatisfy { $0 < 1.3 * least }
        }
        let latest = packets(within: evidence.steadySeconds, of: now)
        let mean = latest.reduce(0) { $0 + $1.rssi } / Swift.max(latest.count, 1)
        let seconds = mean < evidence.borderRSSI ? evidence.borderSeconds : evidence.steadySeconds
        let sent = seconds / Swift.max(least, 0.1)
        let heard = packets(within: seconds, of: now).count
        return Double(heard) >= Swift.max(evidence.steadyShare * sent, 4)
    }

    private func packets(within seconds: Double, of now: Int64) -> [Packet] {
        recent.filter { Double(now - $0.nanoseconds) * 1e-9 < seconds }
    }
}
