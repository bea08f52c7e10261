import Foundation
import Proximity

/// Collects a receiver's packets for the next report.
package final class ReportBuffer: @unchecked Sendable {
    /// Packets that are older when they are sent are dropped, ns: the studio could not use them.
    private static let oldest: Int64 = 10_000_000_000
    /// The maximum number of stored packets.
    private static let limit = 40_000

    private let lock = NSLock()
    private var state: ReceiverReport
    private var packets: [ReceivedPacket] = []
    private var senders = SenderDirectory()

    /// A buffer for a receiver that has not begun.
    package init(source: String) {
        state = ReceiverReport(authorisation: .notDetermined, reason: "listening has not begun", source: source)
    }

    /// Adds a packet.
    package func add(_ packet: ReceivedPacket) {
        lock.withLock {
            if packets.count >= Self.limit { packets.removeFirst(Self.limit / 4) }
            packets.append(packet)
        }
    }

    /// Adds what was received: a packet of a beacon, and what its sender says of itself.
    package func add(_ sighting: BeaconSighting) {
        lock.withLock { senders.receive(sighting) }
        if let packet = ReceivedPacket(sighting) { add(packet) }
    }

    /// Sets whether the receiver may listen; returns whether that has changed.
    @discardableResult
    package func set(_ authorisation: ReceiverReport.Authorisation, reason: String?) -> Bool {
        lock.withLock {
            let isNews = state.authorisation != authorisation || state.reason != reason
            (state.authorisation, state.reason) = (authorisation, reason)
            return isNews
        }
    }

    /// The next report, at a time on the clock of the packets; removes its contents from the buffer.
    package func take(at nanoseconds: Int64) -> ReceiverReport {
        let (packets, state, news) = lock.withLock {
            defer { self.packets = [] }
            return (self.packets, self.state, senders.takeNews(at: nanoseconds))
        }
        var report = state
        let fresh = packets.filter { nanoseconds - $0.nanoseconds <= Self.oldest }
        report.beacons = Dictionary(grouping: fresh, by: \.beacon).sorted { $0.key < $1.key }.map { beacon, packets in
            let times = packets.map { [Int(max(nanoseconds - $0.nanoseconds, 0) / 1_000_000), $0.rssi] }
            return ReceiverReport.BeaconPackets(beacon: beacon.key, power: packets.last?.measuredPower, packets: times)
        }
        let told = news.filter { nanoseconds - $0.nanoseconds <= Self.oldest }.prefix(ReceiverReport.mostSenders)
        report.senders = told.isEmpty ? nil : told.map { ReceiverReport.Sender($0, at: nanoseconds) }
        return report
    }

    /// Restores a report that could not be sent; what senders say of themselves comes again with their next frames.
    package func restore(_ report: ReceiverReport, takenAt nanoseconds: Int64) {
        guard let old = try? report.packets(receivedAt: nanoseconds) else { return }
        lock.withLock { packets = Array((old + packets).suffix(Self.limit)) }
    }
}
