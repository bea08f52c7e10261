/// The state of a receiver from its reports.
struct ReceiverPresence: Sendable {
    /// Whether it may listen, as it reports.
    private(set) var authorisation = ReceiverReport.Authorisation.notDetermined
    private(set) var reason: String?
    private(set) var source: String?
    private var lastReport: Int64?
    private var rate = 0.0

    /// The time without a report after which it counts as disconnected, ns.
    private static let patience: Int64 = 5_000_000_000

    /// Processes a report.
    mutating func take(_ report: ReceiverReport, packets: Int, at nanoseconds: Int64) {
        let elapsed = Double(nanoseconds - (lastReport ?? nanoseconds)) * 1e-9
        if elapsed > 0 { rate += min(elapsed / 3, 1) * (Double(packets) / elapsed - rate) }
        authorisation = report.authorisation
        reason = report.reason.map { String($0.prefix(300)) }
        source = report.source.map { String($0.prefix(120)) }
        lastReport = nanoseconds
    }

    /// Whether reports come.
    func isConnected(at nanoseconds: Int64) -> Bool {
        lastReport.map { nanoseconds - $0 < Self.patience } ?? false
    }

    /// The recent rate of packets, per second.
    func packetRate(at nanoseconds: Int64) -> Double {
        isConnected(at: nanoseconds) ? (rate * 10).rounded() / 10 : 0
    }
}
