import PusherProtocol

/// The members that this process's subscribers of each presence channel know.
///
/// Every change is published to local subscribers only if it changes the view, so each join and each leave is published
/// once, whatever is repeated after Redis was away. A view exists while the channel has subscribers in this process.
struct PresenceViews {
    private struct Entry {
        var member: Member
        /// Whether the user may have connections to other processes.
        var mayBeElsewhere: Bool
    }

    private struct View {
        var entries: [String: Entry] = [:]
        /// Users in the order they joined.
        var order: [String] = []

        var members: [Member] { order.compactMap { entries[$0]?.member } }

        mutating func add(_ member: Member, mayBeElsewhere: Bool) -> Bool {
            guard entries[member.userID] == nil else { return false }
            entries[member.userID] = Entry(member: member, mayBeElsewhere: mayBeElsewhere)
            order.append(member.userID)
            return true
        }

        mutating func remove(_ user: String) -> Bool {
            guard entries.removeValue(forKey: user) != nil else { return false }
            order.removeAll { $0 == user }
            return true
        }
    }

    /// How a view differs from the members that Redis lists.
    struct Difference {
        var removed: [String] = []
        var added: [Member] = []
        /// Those that are gone and had their last connection to this process.
        var removedHere: [String] = []
    }

    private var views: [String: View] = [:]
    /// Users whose last connection here ended while Redis was away, by channel; other processes may still have some.
    private var unconfirmedLeaves: [String: Set<String>] = [:]

    /// The channels that have a view, or whose leaves are not certain.
    var channels: [String] { Array(Set(views.keys).union(unconfirmedLeaves.keys)) }

    /// The members of a channel, in the order they joined.
    func members(_ channel: String) -> [Member] { views[channel]?.members ?? [] }

    /// Opens a view for a channel's first subscriber; one that exists stays as it is.
    mutating func open(_ channel: String, members: [Member]) {
        guard views[channel] == nil else { return }
        var view = View()
        for member in members { _ = view.add(member, mayBeElsewhere: true) }
        views[channel] = view
    }

    /// Forgets a view when the channel's last subscriber in this process is gone.
    mutating func close(_ channel: String) { views[channel] = nil }

    /// Adds a member; true if the channel's subscribers did not know.
    mutating func add(_ member: Member, to channel: String, mayBeElsewhere: Bool) -> Bool {
        confirm(member.userID, channel)
        return views[channel]?.add(member, mayBeElsewhere: mayBeElsewhere) ?? false
    }

    /// Removes a member; true if the channel's subscribers did not know.
    mutating func remove(_ user: String, from channel: String) -> Bool {
        confirm(user, channel)
        return views[channel]?.remove(user) ?? false
    }

    /// Notes whether a user may have connections to other processes.
    mutating func setElsewhere(_ mayBeElsewhere: Bool, _ user: String, on channel: String) {
        views[channel]?.entries[user]?.mayBeElsewhere = mayBeElsewhere
    }

    /// Whether a user may have connections to other processes.
    func mayBeElsewhere(_ user: String, on channel: String) -> Bool {
        views[channel]?.entries[user]?.mayBeElsewhere ?? false
    }

    /// Notes that a member that may be elsewhere has no more connections here, while Redis is away; the channel need not
    /// have a view any more.
    mutating func noteUnconfirmedLeave(_ user: String, from channel: String) {
        unconfirmedLeaves[channel, default: []].insert(user)
    }

    private mutating func confirm(_ user: String, _ channel: String) {
        guard unconfirmedLeaves[channel]?.remove(user) != nil else { return }
        if unconfirmedLeaves[channel]?.isEmpty == true { unconfirmedLeaves[channel] = nil }
    }

    /// Makes a view equal to the members that Redis lists; while the list is not complete, only adds.
    mutating func reconcile(_ channel: String, with members: [Member], isComplete: Bool) -> Difference {
        let listed = Set(members.map(\.userID))
        var difference = Difference()
        if isComplete {
            difference.removedHere =
                unconfirmedLeaves.removeValue(forKey: channel).map {
                    $0.subtracting(listed).sorted()
                } ?? []
        }
        guard var view = views[channel] else { return difference }
        difference.removed = isComplete ? view.order.filter { !listed.contains($0) } : []
        for user in difference.removed { _ = view.remove(user) }
        difference.added = members.filter { view.add($0, mayBeElsewhere: true) }
        views[channel] = view
        return difference
    }
}
