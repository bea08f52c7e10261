import Foundation

/// The people who wait for admission to rooms; kept in memory, because their pages ask again after a restart.
actor WaitingRoom {
    /// A waiting person.
    struct Waiting: Codable, Equatable, Sendable {
        /// Their member identifier.
        let member: String
        /// Their name.
        let name: String
        /// Their requested role.
        let role: CallRole
    }

    /// The host's decision.
    enum Decision: Equatable, Sendable {
        case pending
        case admitted
        case refused
        case unknown
    }

    private struct Entry {
        let person: Waiting
        /// The address of the request; nil if it is not known.
        let address: String?
        let since: ContinuousClock.Instant
    }

    /// Time within which a waiting person must subscribe to the decision; otherwise their place is released.
    static let arrival = Duration.seconds(10)
    /// How long a decision is kept.
    private static let memory = Duration.seconds(3_600)
    private let limits: StudioLimits
    private var waiting: [CallRoomName: [Entry]] = [:]
    private var decided: [String: (decision: Decision, at: ContinuousClock.Instant)] = [:]

    /// Creates an empty waiting room.
    init(limits: StudioLimits = StudioLimits()) { self.limits = limits }

    /// Adds a person; returns false if too many wait already, in all or from this address.
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

    /// Removes people who arrived a while ago and do not subscribe to the decision.
    func removeAbsent(
        from room: CallRoomName,
        at now: ContinuousClock.Instant = .now,
        isListening: @Sendable (String) async -> Bool
    ) async {
        for entry in waiting[room] ?? [] where entry.since + Self.arrival <= now {
            if await !isListening(entry.person.member) { leave(entry.person.member, at: room) }
        }
    }

    /// The host admits or rejects a person; returns nil if nobody with this identifier waits.
    func decide(_ member: String, at room: CallRoomName, isAdmitted: Bool) -> Waiting? {
        guard let index = waiting[room]?.firstIndex(where: { $0.person.member == member }) else { return nil }
        decided[member] = (isAdmitted ? .admitted : .refused, .now)
        return remove(index, from: room)
    }

    /// Removes a person who gives up or has been admitted.
    func leave(_ member: String, at room: CallRoomName) {
        let index = waiting[room]?.firstIndex { $0.person.member == member }
        if let index { _ = remove(index, from: room) }
        decided[member] = nil
    }

    /// The decision about a person.
    func decision(on member: String) -> Decision { decided[member]?.decision ?? .unknown }

    /// The channel on which a waiting person receives the decision.
    static func channel(of member: String) -> String { "private-lobby-\(member)" }

    /// The waiting people, in order of arrival.
    func queue(at room: CallRoomName) -> [Waiting] { waiting[room]?.map(\.person) ?? [] }

    private func remove(_ index: Int, from room: CallRoomName) -> Waiting? {
        let removed = waiting[room]?.remove(at: index)
        if waiting[room]?.isEmpty == true { waiting[room] = nil }
        return removed?.person
    }
}
