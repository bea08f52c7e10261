import PusherProtocol
import Testing

@testable import ChannelServer

/// Which members a process believes in after Redis was away, without Redis.
@Suite struct PresenceReturnTests {
    private func member(_ user: String) -> Member { Member(userID: user) }

    @Test func `nobody is removed before all processes are back or had their time`() {
        var roster = ClusterRoster(node: "a")
        roster.introduced(listed: ["a", "b", "c"], at: 1_000_000)
        #expect(!roster.isComplete(listed: ["a", "b"], at: 1_000_100))
        #expect(roster.isComplete(listed: ["c", "b", "a"], at: 1_000_100))
        #expect(roster.isComplete(listed: ["a", "b"], at: 1_000_000 + ClusterRoster.settling))
    }

    @Test func `a process that is gone for good is not waited for again`() {
        var roster = ClusterRoster(node: "a")
        roster.introduced(listed: ["a", "b"], at: 1_000_000)
        // While processes come back, the list may be short.
        roster.update(listed: ["a"], at: 1_000_100)
        #expect(!roster.isComplete(listed: ["a"], at: 1_000_200))
        roster.update(listed: ["a"], at: 1_010_000)
        roster.introduced(listed: ["a"], at: 1_020_000)
        #expect(roster.isComplete(listed: ["a"], at: 1_020_000))
        roster.note("b")
        #expect(!roster.isComplete(listed: ["a"], at: 1_020_000))
    }

    @Test func `an incomplete list adds members and removes none`() {
        var views = PresenceViews()
        views.open("3/presence-a", members: [member("ann"), member("bob")])
        var difference = views.reconcile("3/presence-a", with: [member("cat")], isComplete: false)
        #expect(difference.added.map(\.userID) == ["cat"] && difference.removed.isEmpty)
        difference = views.reconcile("3/presence-a", with: [member("cat"), member("ann")], isComplete: true)
        #expect(difference.added.isEmpty && difference.removed == ["bob"])
    }

    @Test func `a leave without Redis is published unless the user may be connected elsewhere`() {
        var views = PresenceViews()
        views.open("3/presence-a", members: [member("ann"), member("two")])
        views.setElsewhere(false, "ann", on: "3/presence-a")
        let isAnnGone = views.removeUnlessElsewhere("ann", from: "3/presence-a")
        let isTwoGone = views.removeUnlessElsewhere("two", from: "3/presence-a")
        #expect(isAnnGone && !isTwoGone)
        let difference = views.reconcile("3/presence-a", with: [], isComplete: true)
        #expect(difference.removedHere == ["two"])
    }
}
