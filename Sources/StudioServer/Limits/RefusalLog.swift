import Foundation
import NIOConcurrencyHelpers

/// What the studio refused lately, by kind and address, for the owner's page; kept in memory only.
final class RefusalLog: Sendable {
    /// Refusals of one kind to one address.
    struct Entry: Codable, Sendable, Equatable {
        /// The error's code, such as "wrong_token".
        let kind: String
        /// Where the requests came from; nil for this machine.
        let address: String?
        /// How many there were since `firstAt`.
        var count: Int
        /// When the first came.
        let firstAt: Date
        /// When the last came.
        var lastAt: Date
    }

    private struct State {
        /// The one that was repeated last stands last.
        var entries: [Entry] = []
        var totals: [String: Int] = [:]
    }

    /// More entries than this are not kept; the oldest go.
    static let most = 100
    private let state = NIOLockedValueBox(State())

    /// Notes a refusal.
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

    /// What was refused, the latest first.
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
