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
        /// Users whose last connection here ended while Redis was away; other processes may still have some.
        var unconfirmedLeaves: Set<String> = []

        var members: [Member] { order.compactMap { entries[$0]?.member } }

        mutating func add(_ member: Member, mayBeElsewhere: Bool) -> Bool {
            unconfirmedLeaves.remove(member.userID)
            guard entries[member.userID] == nil else { return false }
            entries[member.userID] = Entry(member: member, mayBeElsewhere: mayBeElsewhere)
            order.append(member.userID)
            return true
        }

        mutating func remove(_ user: String) -> Bool {
            unconfirmedLeaves.remove(user)
            guard entries.removeValue(forKey: user) != nil else { return false }
            order.removeAll { $0 == user }
            return true
        }
    }

    /// How a view differs from the members that Redis lists.
    struct Difference {
        var removed: [String] = []
        var added: [Member] = []
        /// Those of the removed whose last connection was to this process.
        var removedHere: [String] = []
    }

    private var views: [String: View] = [:]

    /// The channels that have a view.
    var channels: [String] { Array(views.keys) }

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
        views[channel]?.add(member, mayBeElsewhere: mayBeElsewhere) ?? false
    }

    /// Removes a member; true if the channel's subscribers did not know.
    mutating func remove(_ user: String, from channel: String) -> Bool { views[channel]?.remove(user) ?? false }

    /// Notes whether a user may have connections to other processes.
    mutating func setElsewhere(_ mayBeElsewhere: Bool, _ user: String, on channel: String) {
        views[channel]?.entries[user]?.mayBeElsewhere = mayBeElsewhere
    }

    /// Removes a member whose last connection here ended while Redis is away; false if it is unknown or may be
    /// elsewhere.
    mutating func removeUnlessElsewhere(_ user: String, from channel: String) -> Bool {
        guard let entry = views[channel]?.entries[user] else { return false }
        guard entry.mayBeElsewhere else { return remove(user, from: channel) }
        views[channel]?.unconfirmedLeaves.insert(user)
        return false
    }

    /// Makes a view equal to the members that Redis lists; while the list is not complete, only adds.
    mutating func reconcile(_ channel: String, with members: [Member], isComplete: Bool) -> Difference {
        guard var view = views[channel] else { return Difference() }
        let listed = Set(members.map(\.userID))
        var difference = Difference()
        difference.removed = isComplete ? view.order.filter { !listed.contains($0) } : []
        difference.removedHere = difference.removed.filter(view.unconfirmedLeaves.contains)
        for user in difference.removed { _ = view.remove(user) }
        difference.added = members.filter { view.add($0, mayBeElsewhere: true) }
        if isComplete { view.unconfirmedLeaves = [] }
        views[channel] = view
        return difference
    }
}
