import NIOConcurrencyHelpers
import NIOCore

/// Keeps this process alive in Redis, and finds out what changed while Redis was away.
///
/// As soon as all processes are back, the members that Redis lists are the members. A process that does not come back
/// is waited for `ClusterRoster.settling`; nothing postpones that.
final class RedisReconciler: Sendable {
    /// What it asks of the bus.
    struct Bus: Sendable {
        /// The channels with members that this process's subscribers know.
        let presenceChannels: @Sendable () -> [String]
        /// Compares the members of a channel; removes members only if the list is complete.
        let compare: @Sendable (MemberList, _ isComplete: Bool) -> Void
        /// Reports the channels that lost their last subscriber while Redis was away.
        let reportVacancies: @Sendable () -> Void
        let receiver: @Sendable () -> (any BusReceiver)?
    }

    private struct State {
        var roster: ClusterRoster
        var beating: RepeatedTask?
        /// The next comparison, and the last one after Redis was away.
        var comparing: Scheduled<Void>?
        var settling: Scheduled<Void>?
    }

    /// A process without a sign of life for this long is dead, milliseconds.
    static let lifetime = 6_000
    /// Processes that come back at nearly the same moment are compared with together, milliseconds.
    private static let gathering: Int64 = 150

    private let link: RedisLink
    private let command: RedisCommand
    private let loop: any EventLoop
    private let state: NIOLockedValueBox<State>

    /// One that does nothing before its start.
    init(_ link: RedisLink, command: RedisCommand, loop: any EventLoop) {
        self.link = link
        self.command = command
        self.loop = loop
        state = NIOLockedValueBox(State(roster: ClusterRoster(node: command.node)))
    }

    /// Reports every two seconds that this process is alive.
    func start(_ bus: Bus) {
        let beating = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(2)) { [weak self] _ in
            self?.beat(bus)
        }
        state.withLockedValue { $0.beating = beating }
    }

    /// Stops the reports.
    func stop() {
        let state = state.withLockedValue { $0 }
        state.beating?.cancel()
        state.comparing?.cancel()
        state.settling?.cancel()
    }

    /// Whether this process was ever introduced.
    var hasBeenIntroduced: Bool { state.withLockedValue(\.roster.hasBeenIntroduced) }

    /// This process has registered; `nodes` are the processes in Redis.
    func introduced(_ nodes: [String], isBack: Bool, _ bus: Bus) {
        state.withLockedValue { state in
            state.roster.introduced(listed: nodes, at: Clock.milliseconds)
            guard isBack else { return }
            state.settling?.cancel()
            state.settling = loop.scheduleTask(in: .milliseconds(ClusterRoster.settling)) { [weak self] in
                self?.beat(bus)
                self?.compareAll(bus)
            }
        }
    }

    /// A process changed members.
    func note(_ node: String) { state.withLockedValue { $0.roster.note(node) } }

    /// A process has registered again after it had lost Redis.
    func returned(_ node: String, _ bus: Bus) {
        state.withLockedValue { state in
            state.roster.note(node)
            guard state.comparing == nil else { return }
            state.comparing = loop.scheduleTask(in: .milliseconds(Self.gathering)) { [weak self] in
                self?.state.withLockedValue { $0.comparing = nil }
                self?.compareAll(bus)
            }
        }
    }

    /// Redis lists the members of a channel.
    func compare(_ list: MemberList, _ bus: Bus) { bus.compare(list, isComplete(list.nodes)) }

    private func isComplete(_ nodes: [String]) -> Bool {
        state.withLockedValue { $0.roster.isComplete(listed: nodes, at: Clock.milliseconds) }
    }

    private func compareAll(_ bus: Bus) {
        for channel in bus.presenceChannels() {
            let parts = channel.split(separator: "/", maxSplits: 1).map(String.init)
            link.send(command.script(RedisScripts.look, parts))
        }
        link.send(RedisCommand.listNodes) { [weak self] reply in
            guard let reply, self?.isComplete(reply.elements.compactMap(\.string)) == true else { return }
            bus.reportVacancies()
            bus.receiver()?.reunited()
        }
    }

    private func beat(_ bus: Bus) {
        // After Redis was away the others get time to say that they live.
        let isSettling = state.withLockedValue { $0.roster.isSettling(at: Clock.milliseconds) }
        let words = [String(link.deadline), String(Self.lifetime), isSettling ? "1" : "0"]
        link.send(command.script(RedisScripts.beat, words)) { [weak self] reply in
            self?.link.checkTaken(reply)
            if let reply { self?.swept(reply, bus) }
        }
    }

    private func swept(_ reply: RedisReply, _ bus: Bus) {
        var left: [Swept] = []
        for item in SweptItem.items(reply) {
            switch item {
            case .subscription(let swept): left.append(swept)
            case .nodes(let nodes):
                state.withLockedValue { $0.roster.update(listed: nodes, at: Clock.milliseconds) }
            }
        }
        if !left.isEmpty { bus.receiver()?.swept(left) }
    }
}
