import PusherProtocol
import Testing

@testable import ChannelServer

/// The members that a process has stored after an outage of Redis, without Redis.
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

    @Test func `a leave that is not certain is remembered until the list is complete, also without subscribers`() {
        let channel = "3/presence-a"
        var views = PresenceViews()
        views.open(channel, members: [member("ann"), member("two"), member("tom")])
        views.setElsewhere(false, "ann", on: channel)
        #expect(!views.mayBeElsewhere("ann", on: channel) && views.mayBeElsewhere("two", on: channel))
        for user in ["two", "tom"] { views.noteUnconfirmedLeave(user, from: channel) }
        views.close(channel)
        #expect(views.channels == [channel])
        #expect(views.reconcile(channel, with: [], isComplete: false).removedHere.isEmpty)
        #expect(views.reconcile(channel, with: [member("tom")], isComplete: true).removedHere == ["two"])
        #expect(views.channels.isEmpty)
    }

    @Test func `who comes back has not left`() {
        let channel = "3/presence-a"
        var views = PresenceViews()
        views.noteUnconfirmedLeave("two", from: channel)
        _ = views.add(member("two"), to: channel, mayBeElsewhere: false)
        #expect(views.reconcile(channel, with: [], isComplete: true).removedHere.isEmpty)
    }
}
