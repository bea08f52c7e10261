import Foundation
import NIOConcurrencyHelpers

/// The recent refusals of the studio, by kind and address, for the owner's page; kept in memory only.
final class RefusalLog: Sendable {
    /// Refusals of one kind to one address.
    struct Entry: Codable, Sendable, Equatable {
        /// The error's code, such as "wrong_token".
        let kind: String
        /// The address of the requests; nil for this machine.
        let address: String?
        /// Their number since `firstAt`.
        var count: Int
        /// The time of the first.
        let firstAt: Date
        /// The time of the last.
        var lastAt: Date
    }

    private struct State {
        /// The entries; the most recently repeated one is last.
        var entries: [Entry] = []
        var totals: [String: Int] = [:]
    }

    /// The maximum number of entries; the oldest are removed.
    static let most = 100
    private let state = NIOLockedValueBox(State())

    /// Adds a refusal.
    func note(_ kind: String, from address: String?, at now: Date = Date()) {
        state.withLockedValue { state in
            state.totals[kind, default: 0] += 1
            if let index = state.entries.lastIndex(where: { $0.kind == kind && $0.address == address }) {
                var entry = state.entries.remove(at: index)
                entry.count += 1
                entry.lastAt = now
                state.entries.append(entry)
            } else {
                if state.entries.count >= Self.most { state.entries.removeFirst() }
                state.entries.append(Entry(kind: kind, address: address, count: 1, firstAt: now, lastAt: now))
            }
        }
    }

    /// The refusals, the latest first.
    var entries: [Entry] { state.withLockedValue { $0.entries.reversed() } }

    /// The numbers of refusals by kind, in Prometheus' text format.
    var prometheus: String {
        let totals = state.withLockedValue { $0.totals }.sorted { $0.key < $1.key }
        let head = """
            # HELP sightline_studio_refused_total Requests that the studio refused, by the error's code.
            # TYPE sightline_studio_refused_total counter

            """
        return head + totals.map { "sightline_studio_refused_total{kind=\"\($0.key)\"} \($0.value)\n" }.joined()
    }
}
