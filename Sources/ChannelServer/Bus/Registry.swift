import PusherProtocol

/// Who is where in one process; a value that its owner guards with a lock.
struct Registry {
    struct Entry {
        var count = 0
        var members: [String: (member: Member, connections: Int)] = [:]
        var memberOrder: [String] = []
    }

    var channels: [String: [String: Entry]] = [:]
    var users: [String: [String: Int]] = [:]

    mutating func join(_ join: Join) -> JoinOutcome {
        let name = join.subscription.channel.text
        var entry = channels[join.application.id]?[name] ?? Entry()
        var outcome = JoinOutcome()
        if let member = join.subscription.member {
            let held = entry.members[member.userID]
            guard held != nil || entry.members.count < join.application.limits.presenceMembers else {
                outcome.refusal = .channelFull
                return outcome
            }
            guard held?.connections ?? 0 < join.application.limits.connectionsPerMember else {
                outcome.refusal = .tooManyConnections
                return outcome
            }
            outcome.isNewMember = held == nil
            if held == nil { entry.memberOrder.append(member.userID) }
            entry.members[member.userID] = (held?.member ?? member, (held?.connections ?? 0) + 1)
        }
        outcome.isFirst = entry.count == 0
        entry.count += 1
        outcome.count = entry.count
        if join.subscription.member != nil { outcome.members = entry.list }
        channels[join.application.id, default: [:]][name] = entry
        return outcome
    }

    mutating func leave(_ leave: Leave) -> LeaveOutcome {
        let name = leave.subscription.channel.text
        var outcome = LeaveOutcome()
        guard var entry = channels[leave.application.id]?[name], entry.count > 0 else { return outcome }
        if let user = leave.subscription.member?.userID, let held = entry.members[user] {
            entry.members[user]?.connections -= 1
            if held.connections <= 1 {
                entry.members[user] = nil
                entry.memberOrder.removeAll { $0 == user }
                outcome.isMemberGone = true
            }
        }
        entry.count -= 1
        outcome.count = entry.count
        outcome.isLast = entry.count == 0
        channels[leave.application.id]?[name] = outcome.isLast ? nil : entry
        return outcome
    }

    mutating func signIn(_ user: String, of application: String) -> Bool {
        users[application, default: [:]][user, default: 0] += 1
        return users[application]?[user] == 1
    }

    mutating func signOut(_ user: String, of application: String) -> Bool {
        guard let count = users[application]?[user] else { return false }
        users[application]?[user] = count > 1 ? count - 1 : nil
        return count == 1
    }

    func summary(_ name: String, of application: String) -> ChannelSummary {
        let entry = channels[application]?[name]
        return ChannelSummary(name: name, subscriptionCount: entry?.count ?? 0, userCount: entry?.members.count ?? 0)
    }
}

extension Registry.Entry {
    /// The members in the order they came.
    var list: [Member] { memberOrder.compactMap { members[$0]?.member } }
}
