/// Whether one beacon is near by, from its received packets: the hysteresis of region monitoring.
///
/// Time is an argument. If the clock is set back, the silence starts again, so that a wrong clock cannot hold a region
/// inside for ever.
struct Presence: Sendable {
    private(set) var isNear = false
    private var lastReceived: Int64
    private var strength: Double
    private var recent: [Packet] = []
    private var leftAt: Int64?

    /// How long packets are kept before entry, ns.
    private static let memory: Int64 = 15_000_000_000

    private struct Packet: Sendable {
        let nanoseconds: Int64
        let rssi: Int
    }

    init(at nanoseconds: Int64) {
        lastReceived = nanoseconds
        strength = -100
    }

    /// Processes a packet; returns whether the beacon is near now.
    ///
    /// An unknown strength (127) counts as weak.
    mutating func receive(rssi: Int, at nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        let level = rssi == 127 ? -100 : rssi
        lastReceived = nanoseconds
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

    /// Advances the time; returns whether the beacon is still near.
    mutating func advance(to nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        lastReceived = Swift.min(lastReceived, nanoseconds)
        let patience = strength < Double(evidence.weakRSSI) ? evidence.weakExitSeconds : evidence.exitSeconds
        if isNear, Double(nanoseconds - lastReceived) >= patience * 1e9 {
            leftAt = strength < Double(evidence.borderRSSI) ? nanoseconds : nil
            isNear = false
            strength = -100
        }
        return isNear
    }

    /// Whether no packets are kept any more.
    func isForgotten(at nanoseconds: Int64, evidence: EntryEvidence) -> Bool {
        !isNear && nanoseconds - lastReceived > Self.memory && !isRecovering(at: nanoseconds, evidence)
    }

    private func isRecovering(at nanoseconds: Int64, _ evidence: EntryEvidence) -> Bool {
        guard let leftAt else { return false }
        return (0..<evidence.recoverySeconds).contains(Double(nanoseconds - leftAt) * 1e-9)
    }

    private func isConvincing(at now: Int64, evidence: EntryEvidence) -> Bool {
        let proofs = isRecovering(at: now, evidence) ? evidence.again : evidence.first
        guard let interval, interval < 0.4 else {
            let isStrong = proofs.contains { $0.seconds == 0 && isEnough($0, interval: 0, at: now) }
            return isStrong || keepsBeat(evidence.beats)
        }
        return proofs.contains { isEnough($0, interval: interval, at: now) }
    }

    private func isEnough(_ proof: EntryEvidence.Proof, interval: Double, at now: Int64) -> Bool {
        guard proof.seconds > 0 else { return recent.last.map { $0.rssi >= proof.rssi } ?? false }
        var (count, sum) = (0, 0)
        for packet in recent.reversed() {
            guard Double(now - packet.nanoseconds) * 1e-9 < proof.seconds else { break }
            count += 1
            sum += packet.rssi
        }
        let needed = Swift.max(proof.share * proof.seconds / Swift.max(interval, 0.1), 4)
        return Double(count) >= needed && sum >= proof.rssi * count
    }

    /// The time between the beacon's packets, s, from the smallest gap; nil before the second packet.
    private var interval: Double? {
        var least = Int64.max
        for index in recent.indices.dropFirst() {
            least = Swift.min(least, recent[index].nanoseconds - recent[index - 1].nanoseconds)
        }
        return least == .max ? nil : Double(least) * 1e-9
    }

    /// Whether a slow beacon's packets come at its regular interval.
    ///
    /// Sparse packets of a fast beacon look like those of a slow one, but they come at irregular times.
    private func keepsBeat(_ beats: Int) -> Bool {
        guard let interval, recent.count > beats else { return false }
        let latest = recent.suffix(beats + 1)
        return zip(latest.dropFirst(), latest).allSatisfy {
            Double($0.nanoseconds - $1.nanoseconds) * 1e-9 < 1.3 * interval
        }
    }
}
