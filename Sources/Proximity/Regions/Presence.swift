/// Whether one beacon is near by, from the packets heard of it: the hysteresis of region monitoring.
///
/// Time enters as an argument. A clock that is set back starts the silence anew, so that nobody is kept inside by a
/// wrong clock.
struct Presence: Sendable {
    private(set) var isNear = false
    private var lastHeard: Int64
    private var strength: Double
    private var recent: [Packet] = []

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
        let oldest = nanoseconds - Int64(evidence.patienceSeconds * 1e9)
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
        }
        return isNear
    }

    /// Whether nothing is left to remember.
    func isForgotten(at nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        !isNear && Double(nanoseconds - lastHeard) > evidence.patienceSeconds * 1e9
    }

    private func isConvincing(at now: Int64, evidence: EntryEvidence) -> Bool {
        guard let last = recent.last else { return false }
        if last.rssi >= evidence.strongRSSI || recent.count >= evidence.patientCount { return true }
        let together = recent.filter { now - $0.nanoseconds <= Int64(evidence.companionSeconds * 1e9) }
        let fair = together.count { $0.rssi >= evidence.fairRSSI }
        return fair >= 2 || together.count >= evidence.weakCount
    }
}
