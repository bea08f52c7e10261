import NIOCore
import PusherProtocol

/// Who is subscribed through this process, what its subscribers know of the members, and the joins and questions that
/// Redis has not answered.
///
/// A value; its owner guards it with a lock. It hands the receiver every change of members that a channel's
/// subscribers do not know, and every change of who is signed in, in order.
struct RedisMembership {
    /// A join on its way.
    private struct PendingJoin {
        let join: Join
        let local: JoinOutcome
        let promise: EventLoopPromise<JoinOutcome>
    }

    /// A question on its way, which of some users are signed in.
    private struct PendingQuestion {
        let users: [String]
        let application: String
        let promise: EventLoopPromise<Set<String>>
    }

    /// What a leave means to this process alone.
    struct LocalLeave {
        let outcome: LeaveOutcome
        /// Whether the user may have connections to other processes.
        let mayBeElsewhere: Bool
    }

    /// The process's name.
    let node: String
    /// Where changes of members go.
    var receiver: (any BusReceiver)?
    /// The subscriptions and users of this process.
    private(set) var registry = Registry()
    private var views = PresenceViews()
    /// What the subscribers here were sent of the events that channels keep.
    var delivered = DeliveredEvents()
    /// What was decided here while Redis was away.
    var outage = OutageRecord()
    private var joins: [UInt64: PendingJoin] = [:]
    private var questions: [UInt64: PendingQuestion] = [:]

    /// Nobody is subscribed.
    init(node: String) { self.node = node }

    /// The channels with members, as `APPLICATION/CHANNEL`.
    var presenceChannels: [String] { views.channels }

    /// The members that a channel's subscribers here know.
    func members(_ channel: String, of application: String) -> [Member] {
        views.members(application + "/" + channel)
    }

    private static func key(_ application: String, _ channel: ChannelName) -> String {
        application + "/" + channel.text
    }

    // MARK: - Joining

    /// Counts a subscription in; `send` passes it to Redis and returns its ticket, or nil if Redis is away.
    ///
    /// Returns the outcome if there is one already.
    mutating func join(
        _ join: Join,
        promise: EventLoopPromise<JoinOutcome>,
        send: () -> UInt64?
    ) -> JoinOutcome? {
        let pending = PendingJoin(join: join, local: registry.join(join), promise: promise)
        guard pending.local.refusal == nil else { return pending.local }
        guard let ticket = send() else { return outcomeAlone(pending) }
        joins[ticket] = pending
        return nil
    }

    /// Answers a join that Redis has carried out.
    mutating func finish(_ answer: JoinAnswer) {
        guard let pending = joins.removeValue(forKey: answer.ticket) else { return }
        let join = pending.join
        guard !answer.isRefused else {
            let leave = Leave(
                application: join.application,
                socketID: join.socketID,
                subscription: join.subscription,
                user: join.user
            )
            _ = registry.leave(leave)
            return pending.promise.succeed(JoinOutcome(refusal: .channelFull))
        }
        var outcome = answer.outcome(of: join)
        if let serial = outcome.serial {
            delivered.open(Self.key(join.application.id, join.subscription.channel), servedTo: serial)
        }
        if outage.occupied(join.subscription.channel.text, of: join.application.id) { outcome.isFirst = false }
        if let member = join.subscription.member {
            // All subscribers here receive the view's members: after an outage of Redis its list may be incomplete.
            let channel = join.subscription.channel
            let key = Self.key(join.application.id, channel)
            views.open(key, members: outcome.members)
            // The user may have joined elsewhere while Redis was away, which is published here only now.
            if views.add(member, to: key, mayBeElsewhere: answer.isElsewhere) {
                receiver?.deliver(.memberAdded(member, join.application.id, channel, except: join.socketID))
            }
            views.setElsewhere(answer.isElsewhere, member.userID, on: key)
            outcome.members = views.members(key)
        }
        pending.promise.succeed(outcome)
    }

    /// Answers a join or a question without Redis.
    mutating func finishAlone(_ ticket: UInt64) {
        if let pending = joins.removeValue(forKey: ticket) { pending.promise.succeed(outcomeAlone(pending)) }
        if let pending = questions.removeValue(forKey: ticket) { pending.promise.succeed(onlineHere(pending)) }
    }

    /// Answers all joins and questions on their way without Redis.
    mutating func finishAllAlone() {
        for ticket in (Array(joins.keys) + questions.keys).sorted() { finishAlone(ticket) }
    }

    private mutating func outcomeAlone(_ pending: PendingJoin) -> JoinOutcome {
        let join = pending.join
        var outcome = pending.local
        let channel = join.subscription.channel
        if join.keepsEvents { delivered.open(Self.key(join.application.id, channel), servedTo: nil) }
        if outcome.isFirst, outage.occupied(channel.text, of: join.application.id) { outcome.isFirst = false }
        guard let member = join.subscription.member else { return outcome }
        outage.returned(member.userID, to: channel.text, of: join.application.id)
        let key = Self.key(join.application.id, channel)
        let others = registry.channels[join.application.id]?[channel.text]?.list ?? []
        views.open(key, members: others.filter { $0.userID != member.userID })
        outcome.isNewMember = views.add(member, to: key, mayBeElsewhere: false)
        if outcome.isNewMember {
            receiver?.deliver(.memberAdded(member, join.application.id, channel, except: join.socketID))
        }
        outcome.members = views.members(key)
        return outcome
    }

    // MARK: - Leaving

    /// Counts a subscription out.
    mutating func leave(_ leave: Leave) -> LocalLeave {
        let key = Self.key(leave.application.id, leave.subscription.channel)
        let user = leave.subscription.member?.userID
        let mayBeElsewhere = user.map { views.mayBeElsewhere($0, on: key) } ?? false
        let outcome = registry.leave(leave)
        if outcome.isLast {
            views.close(key)
            delivered.close(key)
        }
        return LocalLeave(outcome: outcome, mayBeElsewhere: mayBeElsewhere)
    }

    /// The outcome of a leave without Redis: a user who may have connections elsewhere stays until Redis is back, and that
    /// a channel has no subscribers is reported then.
    mutating func leaveAlone(_ leave: Leave, _ local: LocalLeave) -> LeaveOutcome {
        var outcome = local.outcome
        let (channel, application) = (leave.subscription.channel, leave.application.id)
        let isEmpty = outcome.isLast
        if isEmpty, outage.vacated(channel.text, of: application) { outcome.isLast = false }
        guard outcome.isMemberGone, let user = leave.subscription.member?.userID else { return outcome }
        let key = Self.key(application, channel)
        if local.mayBeElsewhere {
            views.noteUnconfirmedLeave(user, from: key)
            outcome.isMemberGone = false
        } else if !isEmpty {
            outcome.isMemberGone = views.remove(user, from: key)
            if outcome.isMemberGone { receiver?.deliver(.memberRemoved(user, application, channel)) }
        }
        if outcome.isMemberGone { outage.reported(user, from: channel.text, of: application) }
        return outcome
    }

    // MARK: - Users

    /// Counts a user's connection in; true if it is the first to this process.
    mutating func signIn(_ user: String, of application: String) -> Bool { registry.signIn(user, of: application) }

    /// Counts a user's connection out; true if it was the last to this process.
    mutating func signOut(_ user: String, of application: String) -> Bool { registry.signOut(user, of: application) }

    /// Asks which users are signed in; `send` passes the question to Redis and returns its ticket, or nil if Redis is
    /// away.
    ///
    /// Returns the answer if there is one already.
    mutating func ask(
        _ users: [String],
        of application: String,
        promise: EventLoopPromise<Set<String>>,
        send: () -> UInt64?
    ) -> Set<String>? {
        let pending = PendingQuestion(users: users, application: application, promise: promise)
        guard let ticket = send() else { return onlineHere(pending) }
        questions[ticket] = pending
        return nil
    }

    /// Answers a question as Redis does.
    mutating func finish(_ online: Set<String>, _ ticket: UInt64) {
        questions.removeValue(forKey: ticket)?.promise.succeed(online)
    }

    private func onlineHere(_ pending: PendingQuestion) -> Set<String> {
        let local = registry.users[pending.application] ?? [:]
        return Set(pending.users.filter { local[$0] != nil })
    }

    // MARK: - From Redis

    /// A process changed the members of a channel, or who is signed in.
    mutating func take(_ change: MembershipChange) {
        switch change.kind {
        case .userCame: receiver?.notice(BusNotice(kind: .userCame, application: change.application, user: change.user))
        case .userWent: receiver?.notice(BusNotice(kind: .userWent, application: change.application, user: change.user))
        default: takeMember(change)
        }
    }

    private mutating func takeMember(_ change: MembershipChange) {
        guard let channel = try? ChannelName(change.channel, limit: 1_000) else { return }
        let key = Self.key(change.application, channel)
        switch change.kind {
        case .added:
            guard let member = change.member else { return }
            if views.add(member, to: key, mayBeElsewhere: change.node != node) {
                receiver?.deliver(.memberAdded(member, change.application, channel, except: change.except))
            } else if change.node != node {
                views.setElsewhere(true, change.user, on: key)
            }
        case .elsewhere:
            if change.node != node { views.setElsewhere(true, change.user, on: key) }
        case .parted:
            guard change.node != node else { return }
            let here = registry.channels[change.application]?[channel.text]?.members[change.user]?.connections ?? 0
            if change.left <= here { views.setElsewhere(false, change.user, on: key) }
        case .removed:
            guard views.remove(change.user, from: key) else { return }
            receiver?.deliver(.memberRemoved(change.user, change.application, channel))
        case .introduced, .userCame, .userWent: break
        }
    }

    /// Redis has numbered an event: hands it to the subscribers who do not have it; `isSent` if they were sent it before
    /// it had a number.
    mutating func take(_ delivery: Delivery, serial: Int64, isSent: Bool) {
        let isNeeded = delivered.admit(delivery.application + "/" + delivery.channel, serial)
        if isNeeded, !isSent { receiver?.deliver(delivery) }
    }

    /// Hands the subscribers what they missed while this process was not connected.
    mutating func take(_ missed: MissedEvents) {
        guard let slash = missed.key.firstIndex(of: "/") else { return }
        for json in delivered.take(missed) {
            let delivery = Delivery(
                fromServer: json,
                application: String(missed.key[..<slash]),
                channel: String(missed.key[missed.key.index(after: slash)...]),
                except: nil,
                serial: nil,
                isOrdered: true
            )
            receiver?.deliver(delivery)
        }
    }

    /// Compares a channel's members with those that Redis lists; returns those whose leave may not have been reported.
    ///
    /// Until all processes have registered, nobody is removed. If Redis has lost its data, it has not noticed the end
    /// of missing processes, so the leaves of their members must be reported, too.
    mutating func compare(_ list: MemberList, isComplete: Bool, redisForgot: Bool) -> [String] {
        guard let channel = try? ChannelName(list.channel, limit: 1_000) else { return [] }
        let application = list.application
        let key = Self.key(application, channel)
        let difference = views.reconcile(key, with: list.members, isComplete: isComplete)
        for user in difference.removed { receiver?.deliver(.memberRemoved(user, application, channel)) }
        for member in difference.added { receiver?.deliver(.memberAdded(member, application, channel, except: nil)) }
        return redisForgot ? Set(difference.removed + difference.removedHere).sorted() : difference.removedHere
    }
}
