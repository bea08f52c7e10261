import Foundation

/// Who stands before the rooms' doors, and who has a room's site; kept in memory, for whoever waits asks again after a restart.
actor CallDoor {
    /// Somebody who waits.
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

    /// Who has a room's site, and since when.
    private struct Claim {
        let member: String
        let since: ContinuousClock.Instant
    }

    private static let mostWaiting = 20
    /// Who was just given a site has so long to appear in the room.
    static let arrival = Duration.seconds(10)
    private var waiting: [CallRoomName: [Waiting]] = [:]
    private var decided: [String: Decision] = [:]
    private var sites: [CallRoomName: Claim] = [:]

    /// Somebody comes to the door; false where too many wait already.
    func arrive(_ person: Waiting, at room: CallRoomName) -> Bool {
        guard waiting[room, default: []].count < Self.mostWaiting else { return false }
        waiting[room, default: []].append(person)
        decided[person.member] = .pending
        return true
    }

    /// The host lets somebody in or sends them away; nil where nobody of that number waits.
    func decide(_ member: String, at room: CallRoomName, isAdmitted: Bool) -> Waiting? {
        guard let index = waiting[room]?.firstIndex(where: { $0.member == member }) else { return nil }
        decided[member] = isAdmitted ? .admitted : .refused
        return waiting[room]?.remove(at: index)
    }

    /// Somebody gives up, or has gone in.
    func leave(_ member: String, at room: CallRoomName) {
        waiting[room]?.removeAll { $0.member == member }
        decided[member] = nil
    }

    /// What was decided about somebody.
    func decision(on member: String) -> Decision { decided[member] ?? .unknown }

    /// Those who wait, the first to come first.
    func queue(at room: CallRoomName) -> [Waiting] { waiting[room] ?? [] }

    /// Takes a room's site for a member; false where another took it just now, or has it and `isPresent` says they are still there.
    func takeSite(
        of room: CallRoomName,
        for member: String,
        at now: ContinuousClock.Instant = .now,
        isPresent: @Sendable (String) async -> Bool
    ) async -> Bool {
        if let holder = sites[room]?.member, holder != member, await isPresent(holder) { return false }
        // While that was asked somebody else may have come.
        if let claim = sites[room], claim.member != member, now - claim.since < Self.arrival { return false }
        sites[room] = Claim(member: member, since: now)
        return true
    }

    /// A member lets a room's site go.
    func leaveSite(of room: CallRoomName, _ member: String) {
        if sites[room]?.member == member { sites[room] = nil }
    }
}
