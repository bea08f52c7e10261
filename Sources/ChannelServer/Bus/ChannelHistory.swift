import PusherProtocol

/// The stored events of a channel at the time of a join.
struct ChannelHistory {
    /// The identity of the history.
    let epoch: String
    /// The number of the last event.
    let serial: Int64
    /// The stored events, in order.
    let events: [(message: Message, serial: Int64)]
    /// The position at which the new subscriber left, if it is stored.
    let left: Int64?

    /// Adds the stored events for the new subscriber to a join's outcome.
    func serve(_ join: Join, outcome: inout JoinOutcome) {
        let channel = join.subscription.channel
        let rule = join.application.historyRule(for: channel)
        guard rule != nil || channel.kind.isCached else { return }
        outcome.serial = serial
        outcome.isCacheMiss = channel.kind.isCached && events.isEmpty
        let cached = channel.kind.isCached ? events.suffix(1).map(\.message) : []
        guard let rule else {
            outcome.stored = cached
            return
        }
        if let asked = join.subscription.position { outcome.isRecovered = holdsAll(after: asked) }
        let start = start(join, rule)
        outcome.stored = start.map { start in events.filter { $0.serial > start }.map(\.message) } ?? cached
        // The new subscriber's position is before the events that follow this answer.
        let first = outcome.stored.first?.position?.serial
        outcome.position = HistoryPosition(epoch: epoch, serial: first.map { $0 - 1 } ?? serial)
    }

    private func holdsAll(after asked: HistoryPosition) -> Bool {
        // A client may state any number, also one that was never assigned.
        guard asked.epoch == epoch, asked.serial <= serial else { return false }
        return events.first.map { $0.serial <= asked.serial + 1 } ?? (asked.serial == serial)
    }

    /// The number behind which a newcomer's replay begins, nil for none.
    private func start(_ join: Join, _ rule: HistoryRule) -> Int64? {
        if let asked = join.subscription.position { return asked.epoch == epoch ? asked.serial : 0 }
        switch rule.replay {
        case .onRequest: return nil
        case .always: return 0
        case .missed: return join.returningUser == nil ? nil : left
        }
    }
}
