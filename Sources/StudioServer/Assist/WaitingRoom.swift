import Foundation

/// Who waits to be let into a room; kept in memory, for whoever waits asks again after a restart.
actor WaitingRoom {
    /// Someone who waits.
    struct Waiting: Codable, Equatable, Sendable {
        /// Their number.
        let member: String
        /// Their name.
        let name: String
        /// What they would do.
        let role: CallRole
    }

    /// What the host said.
    enum Decision: Equatable, Sendable {
        case pending
        case admitted
        case refused
        case unknown
    }

    private struct Entry {
        let person: Waiting
        /// Where the request came from; nil if that is not known.
        let address: String?
        let since: ContinuousClock.Instant
    }

    /// Who waits has so long to listen to the decision; whoever does not then makes room for others.
    static let arrival = Duration.seconds(10)
    /// A decision is remembered for so long.
    private static let memory = Duration.seconds(3_600)
    private let limits: StudioLimits
    private var waiting: [CallRoomName: [Entry]] = [:]
    private var decided: [String: (decision: Decision, at: ContinuousClock.Instant)] = [:]

    /// An empty one.
    init(limits: StudioLimits = StudioLimits()) { self.limits = limits }

    /// Someone comes; false if too many wait already, in all or from this address.
    func arrive(
        _ person: Waiting,
        at room: CallRoomName,
        from address: String? = nil,
        at now: ContinuousClock.Instant = .now
    ) -> Bool {
        let entries = waiting[room, default: []]
        guard entries.count < limits.waiting else { return false }
        guard address == nil || entries.count(where: { $0.address == address }) < limits.waitingFromAddress else {
            return false
        }
        decided = decided.filter { $0.value.decision == .pending || $0.value.at + Self.memory > now }
        waiting[room, default: []].append(Entry(person: person, address: address, since: now))
        decided[person.member] = (.pending, now)
        return true
    }

    /// Removes those who came a while ago and do not listen to the decision.
    func removeAbsent(
        from room: CallRoomName,
        at now: ContinuousClock.Instant = .now,
        isListening: @Sendable (String) async -> Bool
    ) async {
        for entry in waiting[room] ?? [] where entry.since + Self.arrival <= now {
            if await !isListening(entry.person.member) { leave(entry.person.member, at: room) }
        }
    }

    /// The host lets someone in or sends them away; nil if nobody of that number waits.
    func decide(_ member: String, at room: CallRoomName, isAdmitted: Bool) -> Waiting? {
        guard let index = waiting[room]?.firstIndex(where: { $0.person.member == member }) else { return nil }
        decided[member] = (isAdmitted ? .admitted : .refused, .now)
        return remove(index, from: room)
    }

    /// Someone gives up, or has gone in.
    func leave(_ member: String, at room: CallRoomName) {
        let index = waiting[room]?.firstIndex { $0.person.member == member }
        if let index { _ = remove(index, from: room) }
        decided[member] = nil
    }

    /// What was decided about someone.
    func decision(on member: String) -> Decision { decided[member]?.decision ?? .unknown }

    /// The channel on which someone who waits receives the decision.
    static func channel(of member: String) -> String { "private-lobby-\(member)" }

    /// Those who wait, the first to come first.
    func queue(at room: CallRoomName) -> [Waiting] { waiting[room]?.map(\.person) ?? [] }

    private func remove(_ index: Int, from room: CallRoomName) -> Waiting? {
        let removed = waiting[room]?.remove(at: index)
        if waiting[room]?.isEmpty == true { waiting[room] = nil }
        return removed?.person
    }
}
